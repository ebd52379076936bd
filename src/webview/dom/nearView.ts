/** Parts this close to the viewport count as near, so that work on them is done before they show. */
const nearbyPx = 1000;

/**
 * Elements that come near the view as a whole. Each leaves the page together with its parts, so that
 * none of them is kept in memory.
 */
const groups = '.block-group, .turn-content';

/** What the intersection observer watches: a group with the parts in it, or a part that is in none. */
interface Watched {
  readonly parts: Set<Element>;
  isNear: boolean;
}

/**
 * Keeps the set of those parts of the page that are near the viewport. An intersection observer
 * checks every element it watches in each frame, and a long conversation has thousands of parts, so
 * whole groups are watched where there are any.
 */
export class NearView {
  readonly #near = new Set<Element>();
  readonly #targetOf = new WeakMap<Element, Element>();
  readonly #watched = new WeakMap<Element, Watched>();
  readonly #onChange: () => void;
  readonly #observer = new IntersectionObserver((entries) => this.#onIntersection(entries), {
    rootMargin: `${nearbyPx}px 0px`,
  });

  /** `onChange` is called after `parts` may have changed. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** The watched parts that are near the viewport, in the order in which they came near. */
  get parts(): ReadonlySet<Element> {
    return this.#near;
  }

  /** Starts to watch a part. It has to be on the page by the end of the current task. */
  watch(part: Element): void {
    queueMicrotask(() => this.#observe(part));
  }

  /** Stops watching a part. */
  forget(part: Element): void {
    this.#near.delete(part);
    const target = this.#targetOf.get(part);
    const parts = target && this.#watched.get(target)?.parts;
    parts?.delete(part);
    if (target !== undefined && parts?.size === 0) {
      this.#observer.unobserve(target);
      this.#watched.delete(target);
    }
  }

  #observe(part: Element): void {
    const target = part.closest(groups) ?? part;
    const watched = this.#watched.get(target) ?? { parts: new Set(), isNear: false };
    watched.parts.add(part);
    this.#watched.set(target, watched);
    this.#targetOf.set(part, target);
    this.#observer.observe(target);
    if (watched.isNear) {
      this.#near.add(part);
      this.#onChange();
    }
  }

  #onIntersection(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const watched = this.#watched.get(target);
      if (watched === undefined) {
        continue;
      }
      watched.isNear = isIntersecting;
      for (const part of watched.parts) {
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
