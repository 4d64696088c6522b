export type ToastType = 'success' | 'error' | 'info'

/** Something that can be done about what a message says, such as taking it back. */
export type ToastAction = { label: string; onClick(): void }

export type ToastMessage = {
  id: string
  type: ToastType
  text: string
  /** Milliseconds. */
  duration: number
  action?: ToastAction
  /** Grows when the same message is said again: its time begins anew. */
  round: number
}

/** More at once would cover the page. */
const MAX = 4

let messages: readonly ToastMessage[] = []
const listeners = new Set<() => void>()

function set(next: readonly ToastMessage[]) {
  messages = next
  for (const changed of listeners) changed()
}

export const toastStore = {
  read: () => messages,
  none: (): readonly ToastMessage[] => [],
  subscribe(changed: () => void) {
    listeners.add(changed)
    return () => {
      listeners.delete(changed)
    }
  },
  /** The text is the identity: the same message while it is still shown starts its time anew instead of stacking. */
  say(type: ToastType, text: string, duration: number, action?: ToastAction) {
    const id = `${type}:${text}`
    const before = messages.find((message) => message.id === id)
    const message = { id, type, text, duration, action, round: (before?.round ?? 0) + 1 }
    if (before) set(messages.map((one) => (one.id === id ? message : one)))
    else set([...messages, message].slice(-MAX))
  },
  dismiss: (id: string) => set(messages.filter((message) => message.id !== id)),
  clear: () => set([]),
}
