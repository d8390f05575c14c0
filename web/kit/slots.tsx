import { type ComponentType, createContext, type ReactNode, useContext } from 'react';

/**
 * A place in a page that other nouns fill. Its owner declares and draws it without knowing the others. So a card can
 * have a button of another noun, and neither imports the other.
 */
export interface Slot<Props extends object = object> {
  readonly name: string;
  /** Never called: it ties the filling component's properties to the slot. */
  readonly accepts?: (props: Props) => void;
}

/** A component for a slot, made by `fill`. */
export interface Filling {
  readonly slot: string;
  readonly Content: ComponentType<object>;
}

/** Declares a slot. Its name is unique, for people who read an error. */
export function slot<Props extends object = object>(name: string): Slot<Props> {
  return { name };
}

/** Fills a slot; the component receives the properties from the slot's owner. */
export function fill<Props extends object>({ name }: Slot<Props>, Content: ComponentType<Props>): Filling {
  // `Filled` gives it the slot's own properties: the slot's type has seen to that.
  return { slot: name, Content: Content as ComponentType<object> };
}

const FillingsContext = createContext<ReadonlyMap<string, readonly Filling[]>>(new Map());

/** Fillings by slot, in their order. */
export function bySlot(fillings: readonly Filling[]): ReadonlyMap<string, readonly Filling[]> {
  return Map.groupBy(fillings, (each) => each.slot);
}

/** Hands the fillings to everything below. @param fillings made once, by `bySlot` */
export function Fillings(props: {
  readonly fillings: ReadonlyMap<string, readonly Filling[]>;
  readonly children: ReactNode;
}) {
  return <FillingsContext value={props.fillings}>{props.children}</FillingsContext>;
}

/** Draws the fillings of a slot, if there are any. */
export function Filled<Props extends object>({
  slot,
  with: props,
}: {
  readonly slot: Slot<Props>;
  readonly with: Props;
}) {
  const fillings = useContext(FillingsContext).get(slot.name) ?? [];
  // The list never changes while the page is open, so an index identifies an item.
  return fillings.map(({ Content }, index) => <Content key={String(index)} {...props} />);
}
