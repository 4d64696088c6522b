/** The ways on which messages leave. */
export const messageChannels = ['mail', 'sms'] as const
export type MessageChannel = (typeof messageChannels)[number]

/**
 * How far a message is. `failed`: refused for good. `gaveUp`: no attempt was successful, or its time is over.
 * `cancelled`: by a person, or because the account does not want it any more.
 */
export const messageStates = ['waiting', 'sending', 'sent', 'failed', 'gaveUp', 'cancelled'] as const
export type MessageState = (typeof messageStates)[number]

/** What a text may say besides its own words. */
export const messageVariables = [
  'site',
  'name',
  'code',
  'minutes',
  'time',
  'address',
  'device',
  'title',
  'text',
  'day',
] as const
export type MessageVariable = (typeof messageVariables)[number]

type Kind = { channels: readonly MessageChannel[]; variables: readonly MessageVariable[] }

const code: readonly MessageVariable[] = ['site', 'code', 'minutes']

/** Why messages are sent, with the ways on which they can leave and the variables of their texts. */
export const messageKinds = {
  user_register: { channels: ['mail', 'sms'], variables: code },
  user_register_known: { channels: ['mail', 'sms'], variables: ['site', 'name'] },
  user_retrieve_pwd: { channels: ['mail', 'sms'], variables: code },
  user_change_email: { channels: ['mail'], variables: code },
  user_email_verify: { channels: ['mail'], variables: code },
  user_change_mobile: { channels: ['sms'], variables: code },
  user_change_known: { channels: ['mail', 'sms'], variables: ['site', 'name'] },
  user_mobile_verify: { channels: ['sms'], variables: code },
  new_device: { channels: ['mail'], variables: ['site', 'name', 'time', 'address', 'device'] },
  factor_changed: { channels: ['mail'], variables: ['site', 'name', 'time', 'title', 'address'] },
  address_changed: { channels: ['mail', 'sms'], variables: ['site', 'name', 'time', 'address'] },
  password_retrieved: { channels: ['mail'], variables: ['site', 'name', 'time', 'address'] },
  closing_asked: { channels: ['mail'], variables: ['site', 'name', 'time'] },
  closing_withdrawn: { channels: ['mail'], variables: ['site', 'name', 'time'] },
  closing_refused: { channels: ['mail'], variables: ['site', 'name', 'time', 'text'] },
  closing_done: { channels: ['mail'], variables: ['site', 'name', 'time'] },
  family_linked: { channels: ['mail'], variables: ['site', 'name', 'time', 'title', 'text'] },
  check_answered: { channels: ['mail'], variables: ['site', 'name', 'time', 'title', 'text'] },
  exam_published: { channels: ['mail'], variables: ['site', 'name', 'time', 'title', 'text'] },
  correction_decided: { channels: ['mail'], variables: ['site', 'name', 'time', 'title', 'text'] },
  exam_reminder: { channels: ['mail'], variables: ['site', 'name', 'time', 'title', 'text'] },
  /** Of a module: `part` says which reminder. The module brings the texts along. */
  module_reminder: { channels: ['mail'], variables: ['site', 'name', 'time', 'title', 'day'] },
  announcement: { channels: ['mail'], variables: ['site', 'name', 'title', 'text'] },
  job_done: { channels: ['mail'], variables: ['site', 'name', 'time', 'title', 'text'] },
  job_failed: { channels: ['mail'], variables: ['site', 'name', 'time', 'title', 'text'] },
  log_seal: { channels: ['mail'], variables: ['site', 'time', 'title', 'text'] },
} as const satisfies Record<string, Kind>

export type MessageEvent = keyof typeof messageKinds

// Seam: the keys of an object are only known as text.
export const messageEvents = Object.keys(messageKinds) as [MessageEvent, ...MessageEvent[]]

/** The events whose texts the product brings along. */
export const productEvents = messageEvents.filter((event) => event !== 'module_reminder')

/** The variables that the text of an event may name. */
export function variablesOf(event: MessageEvent): readonly MessageVariable[] {
  return messageKinds[event].variables
}
