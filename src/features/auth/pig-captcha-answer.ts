type Answer = { randomStr: string; code: string }

let answer: Answer | undefined
const listeners = new Set<() => void>()

/** The content of the captcha field, shared between the component that shows it and the sign-in that sends it. */
export const pigCaptchaAnswer = {
  get: (): Answer | undefined => answer,
  set(next: Answer | undefined): void {
    answer = next
  },
  /** A captcha is valid for one attempt. After it, the listeners load a new one. */
  used(): void {
    for (const listener of listeners) listener()
  },
  onUsed(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
