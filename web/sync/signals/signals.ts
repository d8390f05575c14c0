import type { StoreApi } from 'zustand/vanilla';
import type { AnySignal, Signal, SignalData } from '#projections/kernel/signal.ts';
import type { Signalled } from '#projections/sync/protocol.ts';
import type { Heard, SyncView } from '../documents/view.ts';
import type { Clock } from '../transport/clock.ts';
import type { HubLink } from '../transport/hubLink.ts';

/** Dependencies of the signals. */
export interface SignalsParts {
  readonly link: Pick<HubLink, 'signal'>;
  readonly clock: Clock;
  readonly view: StoreApi<SyncView>;
  /** The signals of all nouns, by name. */
  readonly signals: Readonly<Record<string, AnySignal>>;
}

/** Signals of this page and to it: each holds for its time, and nothing else remembers it. */
export class Signals {
  readonly #parts: SignalsParts;
  /** By topic, name and sender: forgets what was heard once its time is over. */
  readonly #cancels = new Map<string, () => void>();
  /** By topic and name: the last words of this page, and when they were said (milliseconds). */
  readonly #said = new Map<string, { readonly words: string; readonly at: number }>();

  constructor(parts: SignalsParts) {
    this.#parts = parts;
  }

  /** Says something to the others who have the topic open; the same again only after a while. */
  say<Data extends SignalData>({ name, everyMs }: Signal<Data>, topic: string, data: Data): void {
    const key = `${topic} ${name}`;
    const words = JSON.stringify(data);
    const now = this.#parts.clock.now();
    const last = this.#said.get(key);
    if (last?.words === words && now - last.at < everyMs) return;
    if (this.#parts.link.signal({ topic, name, data })) this.#said.set(key, { words, at: now });
  }

  heard({ topic, name, from, data }: Signalled): void {
    const signal = Object.hasOwn(this.#parts.signals, name) ? this.#parts.signals[name] : undefined;
    if (signal?.schema.safeParse(data).success !== true) return;
    const key = `${topic} ${name} ${from}`;
    this.#cancels.get(key)?.();
    this.#put(topic, name, from, [{ name, from, data }]);
    const forget = () => {
      this.#cancels.delete(key);
      this.#put(topic, name, from, []);
    };
    this.#cancels.set(key, this.#parts.clock.after(signal.holdsMs, forget));
  }

  /** Forgets everything: another person reads, or the page ends. */
  clear(): void {
    for (const cancel of this.#cancels.values()) cancel();
    this.#cancels.clear();
    this.#said.clear();
    this.#parts.view.setState({ heard: {} });
  }

  #put(topic: string, name: string, from: string, words: readonly Heard[]): void {
    this.#parts.view.setState(({ heard }) => {
      const others = (heard[topic] ?? []).filter((each) => each.name !== name || each.from !== from);
      const { [topic]: _, ...elsewhere } = heard;
      const here = [...others, ...words];
      return { heard: here.length === 0 ? elsewhere : { ...elsewhere, [topic]: here } };
    });
  }
}
