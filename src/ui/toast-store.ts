export type ToastType = 'success' | 'error' | 'info'

/** A button of a message, for example Undo. */
export type ToastAction = {
  label: string
  onClick(): void
  /** The action is also possible when the message has gone, and on another page. */
  later?: boolean
}

export type ToastMessage = {
  id: string
  type: ToastType
  text: string
  /** Milliseconds. Infinity for a message that stays until the user closes it. */
  duration: number
  action?: ToastAction
  /** The number by which an administrator finds the failure that the message is about. */
  number?: string
  /** The message is worth nothing once it has gone, so the list of notices does not keep it. */
  passing?: boolean
  /** Increases when the same message is shown again, which restarts its time. */
  round: number
}

/** More messages at once would cover the page. */
const MAX = 3

type Hearer = {
  /** A message is shown, or shown again. */
  said(message: ToastMessage): void
  /** The user has closed a message, or used its action. */
  closed(id: string, how: 'read' | 'acted'): void
}

let messages: readonly ToastMessage[] = []
const listeners = new Set<() => void>()
const hearers = new Set<Hearer>()

function set(next: readonly ToastMessage[]) {
  messages = next
  for (const changed of listeners) changed()
}

export const toastStore = {
  read: () => messages,
  none: (): readonly ToastMessage[] => [],
  subscribe(changed: () => void) {
    listeners.add(changed)
    return () => void listeners.delete(changed)
  },
  /** @returns ends it */
  hear(hearer: Hearer) {
    hearers.add(hearer)
    return () => void hearers.delete(hearer)
  },
  /** Shows a message. If the same type and text are still shown, the time restarts and no second message appears. */
  say(given: Omit<ToastMessage, 'id' | 'round'>) {
    const id = `${given.type}:${given.text}`
    const before = messages.find((message) => message.id === id)
    const message = { ...given, id, round: (before?.round ?? 0) + 1 }
    if (before) set(messages.map((one) => (one.id === id ? message : one)))
    else set([...messages, message].slice(-MAX))
    for (const { said } of hearers) said(message)
  },
  /** Removes a message whose time is over. */
  expire: (id: string) => set(messages.filter((message) => message.id !== id)),
  /** Removes a message for the user, who has read it. */
  close(id: string, how: 'read' | 'acted' = 'read') {
    toastStore.expire(id)
    for (const { closed } of hearers) closed(id, how)
  },
  clear: () => set([]),
}
