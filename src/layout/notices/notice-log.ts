import * as v from 'valibot'
import { localStore } from '#src/lib/local-store.ts'
import { storageKeys } from '#src/lib/storage-keys.ts'
import { type ToastAction, type ToastMessage, toastStore } from '#src/ui/toast-store.ts'

/** Notices that are kept. */
const MOST = 30

const notice = v.object({
  /** The id of the message. The same message again is the same notice. */
  id: v.string(),
  type: v.picklist(['success', 'error', 'info']),
  text: v.string(),
  /** Milliseconds since 1970: when the message was shown last. */
  time: v.number(),
  /** How often the message was shown. */
  count: v.number(),
  /** The number by which an administrator finds the failure. */
  number: v.optional(v.string()),
  /** An error that the user may not have seen: it went by itself, and the list was not opened since. */
  unread: v.boolean(),
})
const kept = v.object({ owner: v.number(), notices: v.array(notice) })

export type KeptNotice = v.InferOutput<typeof notice>

/** The messages that a user was shown during this visit, the newest first. The browser deletes them with the window. */
export const noticeStore = localStore<v.InferOutput<typeof kept>>({
  key: storageKeys.notices,
  version: 1,
  schema: kept,
  fallback: { owner: 0, notices: [] },
  keep: 'session',
})

type Actions = ReadonlyMap<string, ToastAction>

let actions: Actions = new Map()
const listeners = new Set<() => void>()

/** What can still be done, by the notice's id. Functions cannot be stored, so a reload of the page ends it. */
export const noticeActions = {
  read: () => actions,
  subscribe(changed: () => void) {
    listeners.add(changed)
    return () => void listeners.delete(changed)
  },
}

function setAction(id: string, action: ToastAction | undefined) {
  const others = [...actions].filter(([one]) => one !== id)
  actions = new Map(action ? [...others, [id, action]] : others)
  for (const changed of listeners) changed()
}

function write(notices: KeptNotice[]) {
  const { owner } = noticeStore.read()
  noticeStore.write({ owner, notices })
  for (const id of actions.keys()) if (!notices.some((one) => one.id === id)) setAction(id, undefined)
}

function add({ id, type, text, number, action, passing }: ToastMessage) {
  if (passing) return
  const { notices } = noticeStore.read()
  const before = notices.find((one) => one.id === id)
  const others = notices.filter((one) => one !== before)
  setAction(id, action?.later ? action : undefined)
  const added = { id, type, text, number, time: Date.now(), count: (before?.count ?? 0) + 1, unread: type === 'error' }
  write([added, ...others].slice(0, MOST))
}

function closed(id: string, how: 'read' | 'acted') {
  if (how === 'acted') setAction(id, undefined)
  markRead((one) => one.id === id)
}

function markRead(which: (notice: KeptNotice) => boolean) {
  const { notices } = noticeStore.read()
  if (!notices.some((one) => one.unread && which(one))) return
  write(notices.map((one) => (which(one) ? { ...one, unread: false } : one)))
}

export const noticeLog = {
  /**
   * Keeps what the user is told from now on. Notices of another user are removed.
   * @returns ends it
   */
  follow(owner: number) {
    if (noticeStore.read().owner !== owner) {
      noticeStore.write({ owner, notices: [] })
      noticeLog.clear()
    }
    for (const message of toastStore.read()) {
      if (!noticeStore.read().notices.some(({ id }) => id === message.id)) add(message)
    }
    return toastStore.hear({ said: add, closed })
  },
  markAllRead: () => markRead(() => true),
  clear: () => write([]),
}
