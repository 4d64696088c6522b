import type { MessageChannel } from '#src/lib/message-kinds.ts'
import type { Side } from '#src/lib/side.ts'
import { sendContactCode } from './own-account.functions.ts'
import { useSentCode } from './use-sent-code.ts'

/** Sends codes to a new address of somebody who is signed in. */
export function useContactCode(side: Side, channel: MessageChannel, typed: string) {
  return useSentCode(channel, typed, (address, captcha) =>
    sendContactCode({ data: { side, channel, address, captcha, present: false } }),
  )
}

/** Sends codes to the present address of a member, who gives the password for it, if there is one. */
export function usePresentCode(channel: MessageChannel, present: string, password: string | undefined) {
  return useSentCode(channel, present, (address, captcha) =>
    sendContactCode({ data: { side: 'user', channel, address, captcha, present: true, password } }),
  )
}
