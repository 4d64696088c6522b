import { m } from '#src/i18n/paraglide/messages.js'
import type { MessageChannel, MessageEvent, MessageState } from '#src/lib/message-kinds.ts'
import type { Option } from '#src/resource/description.ts'

type OptionOf<T> = Option & { readonly value: T }

export const eventOptions = [
  { value: 'user_register', label: m.message_event_register },
  { value: 'user_register_known', label: m.message_event_registerKnown },
  { value: 'user_retrieve_pwd', label: m.message_event_retrieve },
  { value: 'user_change_email', label: m.message_event_changeEmail },
  { value: 'user_email_verify', label: m.message_event_verifyEmail },
  { value: 'user_change_mobile', label: m.message_event_changeMobile },
  { value: 'user_change_known', label: m.message_event_changeKnown },
  { value: 'user_mobile_verify', label: m.message_event_verifyMobile },
  { value: 'new_device', label: m.message_event_newDevice },
  { value: 'factor_changed', label: m.message_event_factorChanged },
  { value: 'address_changed', label: m.message_event_addressChanged },
  { value: 'password_retrieved', label: m.message_event_retrieved },
  { value: 'closing_asked', label: m.message_event_closingAsked },
  { value: 'closing_withdrawn', label: m.message_event_closingWithdrawn },
  { value: 'closing_refused', label: m.message_event_closingRefused },
  { value: 'closing_done', label: m.message_event_closingDone },
  { value: 'family_linked', label: m.message_event_familyLinked },
  { value: 'check_answered', label: m.message_event_checkAnswered },
  { value: 'exam_published', label: m.message_event_examPublished },
  { value: 'correction_decided', label: m.message_event_correctionDecided },
  { value: 'exam_reminder', label: m.message_event_examReminder },
  { value: 'module_reminder', label: m.message_event_moduleReminder },
  { value: 'announcement', label: m.message_event_announcement },
  { value: 'job_done', label: m.message_event_jobDone },
  { value: 'job_failed', label: m.message_event_jobFailed },
  { value: 'log_seal', label: m.message_event_logSeal },
] as const satisfies readonly OptionOf<MessageEvent>[]

export const channelOptions = [
  { value: 'mail', label: m.message_mail },
  { value: 'sms', label: m.message_sms },
] as const satisfies readonly OptionOf<MessageChannel>[]

export const languageOptions = [
  { value: 'zh-cn', label: m.message_chinese },
  { value: 'en', label: m.message_english },
] as const satisfies readonly Option[]

export const stateOptions = [
  { value: 'waiting', label: m.outbox_state_waiting, tone: 'accent' },
  { value: 'sending', label: m.outbox_state_sending, tone: 'accent' },
  { value: 'sent', label: m.outbox_state_sent, tone: 'success' },
  { value: 'failed', label: m.outbox_state_failed, tone: 'danger' },
  { value: 'gaveUp', label: m.outbox_state_gaveUp, tone: 'danger' },
  { value: 'cancelled', label: m.outbox_state_cancelled, tone: 'neutral' },
] as const satisfies readonly OptionOf<MessageState>[]
