/** Parts this close to the viewport count as near, so that work on them is done before they show. */
const nearbyPx = 1000;

/**
 * Elements that come near the view as a whole, one inside the other. Each leaves the page together with what is in it,
 * so that none of it is kept in memory.
 */
const containers = '.turn-content, .block-section, .block-group';

/** An element that is watched, or is to be watched once what it is in is near. */
interface Watched {
  /** Parts and containers that are directly in it; a part that is in no container has itself. */
  readonly inner: Set<Element>;
  isNear: boolean;
}

/**
 * Keeps the set of those parts of the page that are near the viewport. An intersection observer checks every element
 * that it watches in each frame, and a long reply has thousands of parts. So containers are watched where there are
 * any, and what is in one only while it is near.
 */
export class NearView {
  readonly #near = new Set<Element>();
  readonly #containerOf = new WeakMap<Element, Element>();
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
    queueMicrotask(() => {
      const target = part.parentElement?.closest(containers) ?? part;
      this.#addTo(target, part);
      if (this.#near.has(part)) {
        this.#onChange();
      }
    });
  }

  /** Stops watching a part. */
  forget(part: Element): void {
    this.#near.delete(part);
    this.#removeFrom(this.#containerOf.get(part), part);
  }

  #addTo(target: Element, inner: Element): void {
    const known = this.#watched.get(target);
    const watched = known ?? { inner: new Set(), isNear: false };
    watched.inner.add(inner);
    this.#containerOf.set(inner, target);
    if (watched.isNear) {
      this.#innerIsNear(inner, target);
    }
    if (known !== undefined) {
      return;
    }
    this.#watched.set(target, watched);
    const outer = target.parentElement?.closest(containers);
    if (outer === null || outer === undefined || inner === target) {
      this.#observer.observe(target);
    } else {
      this.#addTo(outer, target);
    }
  }

  #removeFrom(target: Element | undefined, inner: Element): void {
    const watched = target && this.#watched.get(target);
    watched?.inner.delete(inner);
    if (target !== undefined && watched?.inner.size === 0) {
      this.#observer.unobserve(target);
      this.#watched.delete(target);
      if (target !== inner) {
        this.#removeFrom(this.#containerOf.get(target), target);
      }
    }
  }

  #onIntersection(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      this.#setNear(target, isIntersecting);
    }
    this.#onChange();
  }

  #setNear(target: Element, isNear: boolean): void {
    const watched = this.#watched.get(target);
    if (watched === undefined || watched.isNear === isNear) {
      return;
    }
    watched.isNear = isNear;
    for (const inner of watched.inner) {
      if (isNear) {
        this.#innerIsNear(inner, target);
      } else if (inner !== target && this.#watched.has(inner)) {
        this.#observer.unobserve(inner);
        this.#setNear(inner, false);
      } else {
        this.#near.delete(inner);
      }
    }
  }

  #innerIsNear(inner: Element, target: Element): void {
    if (inner !== target && this.#watched.has(inner)) {
      this.#observer.observe(inner);
    } else {
      this.#near.add(inner);
    }
  }
}
