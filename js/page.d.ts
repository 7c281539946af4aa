// What the checks of types cannot see: events of the page come from its elements.

interface EventTarget {
  closest?(selector: string): any;
  readonly matches?: any;
  readonly dataset?: DOMStringMap;
}

interface Element {
  focus(options?: FocusOptions): void;
  blur(): void;
  readonly dataset: DOMStringMap;
}

interface ChildNode {
  focus(options?: FocusOptions): void;
  setAttribute(name: string, value: string): void;
}
