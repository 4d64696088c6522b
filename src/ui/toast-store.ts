export type ToastType = 'success' | 'error' | 'info'

/** A button of a message, for example Undo. */
export type ToastAction = { label: string; onClick(): void }

export type ToastMessage = {
  id: string
  type: ToastType
  text: string
  /** Milliseconds. Infinity for a message that stays until the user closes it. */
  duration: number
  action?: ToastAction
  /** Increases when the same message is shown again, which restarts its time. */
  round: number
}

/** More messages at once would cover the page. */
const MAX = 3

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
  /** Shows a message. If the same type and text are still shown, the time restarts and no second message appears. */
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
