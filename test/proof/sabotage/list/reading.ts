import type { Sabotage } from '../sabotage.ts';

/** Faults between the log and a page. */
export const reading: readonly Sabotage[] = [
  {
    name: 'fold-counts-wrong',
    says: 'the projector forgets a document that a batch has to see',
    edits: [
      {
        file: 'projections/engine/foldBatch.ts',
        original: 'for (const document of loaded) documents.put(document);',
        broken: 'for (const document of loaded.slice(1)) documents.put(document);',
      },
    ],
    foundBy: { simulate: { promise: 'P4', seed: 1 } },
  },
  {
    name: 'hub-skips-rows',
    says: 'the hub does not publish every fifth event',
    edits: [
      {
        file: 'server/hub/publisher.ts',
        original: 'for (const event of byPosition(rows)) {',
        broken: 'for (const event of byPosition(rows)) { if (Number(event[0]?.position) % 5 === 0) continue;',
      },
    ],
    foundBy: { simulate: { promise: 'P5', seed: 1 } },
  },
  {
    name: 'message-counted-twice',
    says: 'a conversation that is unread already counts once more with each message',
    edits: [
      {
        file: 'projections/message/sides.ts',
        original: 'const added = unreadOf(after) - unreadOf(before);',
        broken: 'const added = unreadOf(after) - (after?.received === before?.received ? unreadOf(before) : 0);',
      },
    ],
    foundBy: { simulate: { promise: 'rules', seed: 1 } },
  },
  {
    name: 'deleted-conversation-read',
    says: 'the messages of a deleted conversation can be read until each of them has ended',
    edits: [
      {
        file: 'projections/message/topics.ts',
        original: '...ofChat(chatId, (chat) => chat.round === round),',
        broken: '...forThose((reader) => reader.userId !== null),',
      },
    ],
    foundBy: { simulate: { promise: 'P8', seed: 60 } },
  },
  {
    name: 'client-takes-older',
    says: 'the client takes whatever comes, older versions too',
    edits: [
      {
        file: 'web/sync/documents/documents.ts',
        original: 'return document.position > before.position;',
        broken: 'return true;',
      },
    ],
    foundBy: { simulate: { promise: 'P5', seed: 17 } },
  },
  {
    name: 'projector-publishes-late',
    says: 'a commit whose answer was lost is published only with the next one',
    edits: [
      {
        file: 'projections/engine/projector.ts',
        original: 'await this.#inTurn(() => this.#takeUp());',
        broken: 'await this.#inTurn(() => this.#load());',
      },
    ],
    foundBy: { simulate: { promise: 'P5', seed: 4 } },
  },
  {
    name: 'hub-takes-anybody',
    says: "a page that missed its log-out is treated as a visitor, and takes a visitor's documents for its user's",
    edits: [
      {
        file: 'projections/sync/handshake.ts',
        original: 'return auth.user === userId;',
        broken: 'return true;',
      },
    ],
    foundBy: { simulate: { promise: 'P5', seed: 7 } },
  },
  {
    name: 'pages-believe-positions',
    says: 'pages and hub go on from positions of a log that was restored from a backup since',
    edits: [
      {
        file: 'web/sync/transport/logProgress.ts',
        original: 'this.#furthest === null || isProven(eras, this.#furthest);',
        broken: 'isProven(eras, this.mark(this.#furthest?.position ?? String())) || eras.length > 0;',
      },
      {
        file: 'server/hub/messages.ts',
        original: 'since !== null && (await eras.isProven(since)) ? since : null',
        broken: 'since',
      },
    ],
    foundBy: { simulate: { promise: 'P5', seed: 6 } },
  },
  {
    name: 'thread-without-an-end',
    says: 'a thread is answered as if it were whole, and is not when it is longer than one answer',
    edits: [
      {
        file: 'projections/post/topics.ts',
        original: "'thread', [postId], threadLimits.page, threadLimits.firstPage),\n",
        broken: "'thread', [postId], threadLimits.page, threadLimits.firstPage),\n    order: null,\n",
      },
    ],
    foundBy: { simulate: { promise: 'P5', seed: 4 } },
  },
  {
    name: 'outbox-notifies-one-tab',
    says: 'a tab is not notified when another tab received the outcome of its command',
    edits: [
      {
        file: 'web/sync/outbox/outbox.ts',
        original: "if (entry.status === 'rejected' && entry.refusal !== null) {",
        broken: 'if (entry === null) {',
      },
    ],
    foundBy: { simulate: { promise: 'P7', seed: 43 } },
  },
  {
    name: 'notified-of-oneself',
    says: 'people are notified of their own comments on what they wrote',
    edits: [
      {
        file: 'projections/notification/folds.ts',
        original: '    if (author === parentAuthor) return part;\n',
        broken: '',
      },
    ],
    foundBy: { simulate: { promise: 'P4', seed: 1 } },
  },
  {
    name: 'notified-twice',
    says: 'the person whom a comment answers is notified once more with all others of the thread',
    edits: [
      {
        file: 'domain/notification/decider.ts',
        original: 'userId !== author && userId !== parent?.place?.author && !notified.includes(userId)',
        broken: 'userId !== author || parent === undefined || notified === undefined',
      },
      {
        file: 'server/notification/reactor.ts',
        original: '.filter((user) => user !== author && user !== parentAuthor);',
        broken: '.filter((user) => user !== author || parentAuthor === undefined);',
      },
      {
        file: 'projections/notification/folds.ts',
        original: '      if (documents.get(notifications, id) !== undefined) return [];\n',
        broken: '',
      },
    ],
    foundBy: { simulate: { promise: 'P4', seed: 1 } },
  },
  {
    name: 'badge-counts-the-gone',
    says: 'a notification that ends is still counted as unread',
    edits: [
      {
        file: 'projections/notification/mailbox.ts',
        original: '      settle(notification);\n      changed.set(id, null);',
        broken: '      changed.set(id, null);',
      },
    ],
    foundBy: { simulate: { promise: 'P4', seed: 1 } },
  },
  {
    name: 'hub-forgets-rights',
    says: 'the hub does not look at rights again when an account changes',
    edits: [{ file: 'server/hub/publisher.ts', original: '    this.#applyRights(prepared);\n', broken: '' }],
    foundBy: { simulate: { promise: 'P8', seed: 5 } },
  },
  {
    name: 'replies-have-no-gate',
    says: 'what stands below a deleted post is answered to those who ask for it by its own name',
    edits: [
      {
        file: 'projections/post/topics.ts',
        original: "if (post === null) return 'POST_DELETED';",
        broken: 'if (post === null) return null;',
      },
    ],
    foundBy: { simulate: { promise: 'P8', seed: 6 } },
  },
  {
    name: 'joiner-trusts-the-past',
    says: 'rights are looked at before a topic is read, and not again',
    edits: [
      {
        file: 'server/read/snapshot.ts',
        original: 'if (rights.refusal !== null) return refused(refusalOf(rejection(rights.refusal)));',
        broken: '',
      },
      {
        file: 'server/hub/joiner.ts',
        original: 'return refusal === null ? null : refused(refusalOf(rejection(refusal)));',
        broken: 'return null;',
      },
    ],
    foundBy: { simulate: { promise: 'P8', seed: 1 } },
  },
  {
    name: 'hub-keeps-sessions',
    says: 'the hub goes on publishing to those whose session has ended',
    edits: [
      {
        file: 'server/hub/hub.ts',
        original:
          "for (const connection of [...this.#rooms.ofSession(sessionId)]) this.#sendQueue.end(connection, 'session-ended');",
        broken: '',
      },
    ],
    foundBy: { simulate: { promise: 'P8', seed: 4 } },
  },
  {
    name: 'unfolded-document',
    says: 'the projector drops a document now and then: read models are not what the log says',
    edits: [
      {
        file: 'projections/engine/projector.ts',
        original: 'await this.#store.commit(commit);',
        broken:
          'await this.#store.commit(Number(commit.to) % 7 === 0 ? { ...commit, rows: commit.rows.slice(1) } : commit);',
      },
    ],
    foundBy: { crash: { as: /^quad verify: |^A rebuild had to correct/, kills: 3, isSlow: true } },
  },
  {
    name: 'feed-keeps-sold',
    says: 'what is sold stays in the feed',
    edits: [
      {
        file: 'projections/post/folds.ts',
        original: "feed: sale === 'sold' ? null : campus",
        broken: 'feed: campus',
      },
    ],
    foundBy: { simulate: { promise: 'rules', seed: 7 } },
  },
  {
    name: 'missing-bump',
    says: 'a comment does not bring its post to the top of the feed',
    edits: [
      {
        file: 'projections/post/thread.ts',
        original: '{ activity: position, lastComment }',
        broken: '{ lastComment }',
      },
    ],
    foundBy: {
      simulate: { promise: 'rules', seed: 2 },
      crash: { as: /^By the log, posts .* has activity/, kills: 1, isSlow: true },
    },
  },
  {
    name: 'ancestor-miscounted',
    says: 'a reply is not counted by the comment that it answers',
    edits: [
      {
        file: 'projections/post/folds.ts',
        original: '...countComment(documents, data.ancestors, 1),',
        broken: '...countComment(documents, data.ancestors.slice(0, Math.max(1, data.ancestors.length - 1)), 1),',
      },
    ],
    foundBy: {
      simulate: { promise: 'rules', seed: 2 },
      crash: { as: /^The number of comments of/, kills: 2, isSlow: true },
    },
  },
  {
    name: 'hub-keeps-closed',
    says: 'a campus that becomes private stays open on the connections that are there',
    edits: [
      {
        file: 'server/hub/publisher.ts',
        original: 'this.#rooms.ofUser(row.key) : this.#rooms.readers()',
        broken: 'this.#rooms.ofUser(row.key) : []',
      },
    ],
    foundBy: { simulate: { promise: 'P8', seed: 2 } },
  },
  {
    name: 'search-forgets',
    says: 'the search goes on at the end of the feed after a restart: what was changed just before it is never found',
    edits: [
      {
        file: 'server/searchIndex/indexWriter.ts',
        original: '    this.#state = state;\n    await this.#retryParked();',
        broken:
          '    this.#state = { ...state, mark: await this.#parts.store.feedEnd() };\n    await this.#retryParked();',
      },
    ],
    foundBy: { crash: { as: /^The search does not find /, kills: 5, isSlow: true } },
  },
  {
    name: 'search-keeps-erased',
    says: 'what an erased person has written stays in the index',
    edits: [
      {
        file: 'server/searchIndex/searchProjector.ts',
        original: 'await this.#options.index.erase(subjects);',
        broken: '',
      },
    ],
    foundBy: { crash: { as: /^The index finds .* is of an erased person/, kills: 5, isSlow: true } },
  },
];
