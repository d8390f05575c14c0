import type { Message } from '#projections/message/collections.ts';
import { MenuPanel } from '../kit/MenuPanel.tsx';
import type { OpenMenu } from '../kit/menuEntry.ts';
import { MessageReport } from '../report/face.ts';

/** The entries of the menu of a message that one got. */
export default function MessagePanel({ message, ...open }: OpenMenu & { readonly message: Message }) {
  return <MenuPanel {...open} entries={[]} more={<MessageReport message={message} />} />;
}
