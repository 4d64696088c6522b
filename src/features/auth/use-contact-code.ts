import type { MessageChannel } from '#src/lib/message-kinds.ts'
import type { Side } from '#src/lib/side.ts'
import { sendContactCode } from './own-account.functions.ts'
import { useSentCode } from './use-sent-code.ts'

/** Sends codes to a new address of somebody who is signed in. */
export function useContactCode(side: Side, channel: MessageChannel, typed: string) {
  return useSentCode(channel, typed, (address, captcha) =>
    sendContactCode({ data: { side, channel, address, captcha } }),
  )
}
