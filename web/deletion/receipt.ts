import { create } from 'zustand';

/** A deletion as its page shows it. */
export interface Receipt {
  /** ISO instant. */
  readonly dueAt: string;
  readonly receipt: string;
}

interface ReceiptState {
  /** The deletion that this tab has asked for or shown. */
  readonly receipt: Receipt | null;
  /** It was on screen. */
  readonly isSeen: boolean;
  /** Keeps the answer to this tab's request until its page has shown it (`HeldPerson.tsx`). */
  keep(receipt: Receipt): void;
  /** It is on screen, and stays there when the session ends. */
  show(receipt: Receipt): void;
  forget(): void;
}

/**
 * The receipt of a deletion. The session ends by the socket, the request by its answer, and the page of a member closes
 * with the session: in whichever order they come, the receipt gets on screen.
 */
export const receiptStore = create<ReceiptState>()((set) => ({
  receipt: null,
  isSeen: false,
  keep: (receipt) => set({ receipt, isSeen: false }),
  show: (receipt) => set({ receipt, isSeen: true }),
  forget: () => set({ receipt: null, isSeen: false }),
}));
