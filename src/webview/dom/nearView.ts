/** What is this far from the view is done, so that it is when it comes into view. */
const nearbyPx = 1000;

/** What is left out of layout as a whole while it is out of sight. */
const groups = '.block-group, .turn-group';

/** A group, or a part that is in none, which is what the browser is asked to watch. */
interface Place {
  readonly parts: Set<Element>;
  isNear: boolean;
}

/**
 * Knows which parts of the page are near the view. The browser looks at what it watches in every
 * frame, so it watches groups where it can: a long conversation has thousands of parts.
 */
export class NearView {
  readonly #near = new Set<Element>();
  readonly #placeOf = new WeakMap<Element, Element>();
  readonly #places = new WeakMap<Element, Place>();
  readonly #onChange: () => void;
  readonly #observer = new IntersectionObserver((entries) => this.#onIntersection(entries), {
    rootMargin: `${nearbyPx}px 0px`,
  });

  /** `onChange` is called when other parts are near. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Those of the watched parts that are near the view, in the order in which they came there. */
  get parts(): ReadonlySet<Element> {
    return this.#near;
  }

  /** Watches a part, which stands on the page when the current task is over. */
  watch(part: Element): void {
    queueMicrotask(() => this.#place(part));
  }

  /** No longer watches it. */
  forget(part: Element): void {
    this.#near.delete(part);
    const node = this.#placeOf.get(part);
    const parts = node && this.#places.get(node)?.parts;
    parts?.delete(part);
    if (node !== undefined && parts?.size === 0) {
      this.#observer.unobserve(node);
      this.#places.delete(node);
    }
  }

  #place(part: Element): void {
    const node = part.closest(groups) ?? part;
    const place = this.#places.get(node) ?? { parts: new Set(), isNear: false };
    place.parts.add(part);
    this.#places.set(node, place);
    this.#placeOf.set(part, node);
    this.#observer.observe(node);
    if (place.isNear) {
      this.#near.add(part);
      this.#onChange();
    }
  }

  #onIntersection(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const place = this.#places.get(target);
      if (place === undefined) {
        continue;
      }
      place.isNear = isIntersecting;
      for (const part of place.parts) {
        if (isIntersecting) {
          this.#near.add(part);
        } else {
          this.#near.delete(part);
        }
      }
    }
    this.#onChange();
  }
}
