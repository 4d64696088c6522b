import { type Locale, withLocale } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { MessageChannel, MessageEvent } from '#src/lib/message-kinds.ts'

export type MessageText = { subject: string; text: string }

/** The variables stand in a built-in text as an administrator would write them. */
const v = {
  site: '{site}',
  name: '{name}',
  code: '{code}',
  minutes: '{minutes}',
  time: '{time}',
  address: '{address}',
  device: '{device}',
  title: '{title}',
  text: '{text}',
}

const mails: Record<MessageEvent, (() => MessageText) | undefined> = {
  user_register: () => ({ subject: m.letter_registerSubject(v), text: m.letter_register(v) }),
  user_register_known: () => ({ subject: m.letter_registerKnownSubject(v), text: m.letter_registerKnown(v) }),
  user_retrieve_pwd: () => ({ subject: m.letter_retrieveSubject(v), text: m.letter_retrieve(v) }),
  user_change_email: () => ({ subject: m.letter_changeEmailSubject(v), text: m.letter_changeEmail(v) }),
  user_email_verify: () => ({ subject: m.letter_verifyEmailSubject(v), text: m.letter_verifyEmail(v) }),
  user_change_mobile: undefined,
  user_change_known: () => ({ subject: m.letter_changeKnownSubject(v), text: m.letter_changeKnown(v) }),
  user_mobile_verify: undefined,
  new_device: () => ({ subject: m.letter_newDeviceSubject(v), text: m.letter_newDevice(v) }),
  factor_changed: () => ({ subject: m.letter_factorChangedSubject(v), text: m.letter_factorChanged(v) }),
  address_changed: () => ({ subject: m.letter_addressChangedSubject(v), text: m.letter_addressChanged(v) }),
  password_retrieved: () => ({ subject: m.letter_retrievedSubject(v), text: m.letter_retrieved(v) }),
  closing_asked: () => ({ subject: m.letter_closingAskedSubject(v), text: m.letter_closingAsked(v) }),
  closing_withdrawn: () => ({ subject: m.letter_closingWithdrawnSubject(v), text: m.letter_closingWithdrawn(v) }),
  closing_refused: () => ({ subject: m.letter_closingRefusedSubject(v), text: m.letter_closingRefused(v) }),
  closing_done: () => ({ subject: m.letter_closingDoneSubject(v), text: m.letter_closingDone(v) }),
  family_linked: () => ({ subject: m.letter_familyLinkedSubject(v), text: m.letter_familyLinked(v) }),
  check_answered: () => ({ subject: m.letter_checkAnsweredSubject(v), text: m.letter_checkAnswered(v) }),
  exam_published: () => ({ subject: m.letter_examPublishedSubject(v), text: m.letter_examPublished(v) }),
  correction_decided: () => ({ subject: m.letter_correctionDecidedSubject(v), text: m.letter_correctionDecided(v) }),
  exam_reminder: () => ({ subject: m.letter_examReminderSubject(v), text: m.letter_examReminder(v) }),
  module_reminder: undefined,
  announcement: () => ({ subject: m.letter_announcementSubject(v), text: m.letter_announcement(v) }),
  job_done: () => ({ subject: m.letter_jobDoneSubject(v), text: m.letter_jobDone(v) }),
  log_seal: () => ({ subject: m.letter_logSealSubject(v), text: m.letter_logSeal(v) }),
  job_failed: () => ({ subject: m.letter_jobFailedSubject(v), text: m.letter_jobFailed(v) }),
}

const texts: Record<MessageEvent, (() => string) | undefined> = {
  user_register: () => m.letter_registerSms(v),
  user_register_known: () => m.letter_registerKnownSms(v),
  user_retrieve_pwd: () => m.letter_retrieveSms(v),
  user_change_email: undefined,
  user_email_verify: undefined,
  user_change_mobile: () => m.letter_changeMobileSms(v),
  user_change_known: () => m.letter_changeKnownSms(v),
  user_mobile_verify: () => m.letter_verifyMobileSms(v),
  new_device: undefined,
  factor_changed: undefined,
  address_changed: () => m.letter_addressChangedSms(v),
  password_retrieved: undefined,
  closing_asked: undefined,
  closing_withdrawn: undefined,
  closing_refused: undefined,
  closing_done: undefined,
  family_linked: undefined,
  check_answered: undefined,
  exam_published: undefined,
  correction_decided: undefined,
  exam_reminder: undefined,
  module_reminder: undefined,
  announcement: undefined,
  job_done: undefined,
  log_seal: undefined,
  job_failed: undefined,
}

type Kind = { channel: MessageChannel; event: MessageEvent; language: Locale }

/** The text of an event that the product brings along. @throws Error for an event of which it has no such text */
export function builtInText({ channel, event, language }: Kind): MessageText {
  const made = withLocale(language, () => {
    if (channel === 'mail') return mails[event]?.()
    const text = texts[event]?.()
    return text === undefined ? undefined : { subject: '', text }
  })
  if (!made) throw new Error(`no message of ${event} leaves by ${channel}`)
  return made
}
