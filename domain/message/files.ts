/** Where a message's file lies, relative to `/images` (CHAT-09). */
export function messageFolder(messageId: string): string {
  return `messages/${messageId}`;
}
