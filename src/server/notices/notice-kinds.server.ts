import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { browserName } from '#src/lib/browser-name.ts'
import { formatCount } from '#src/lib/count.ts'
import type { MessageEvent } from '#src/lib/message-kinds.ts'
import type { Side } from '#src/lib/side.ts'
import type { MessageValues } from '../outbox/compose.server.ts'

/** What a notice says, in the language of the request. */
export type NoticeWords = { title: string; text: string; look: NoticeLook }

/** How a notice looks: a browser has an icon for each. */
export const noticeLooks = ['done', 'failed', 'device', 'announcement', 'family', 'exam', 'reminder'] as const
export type NoticeLook = (typeof noticeLooks)[number]

/** A kind of notice by e-mail. Each account chooses. */
type ByMail<TData> = {
  /** The sides whose accounts have such notices. */
  sides: readonly Side[]
  /** What holds for accounts that have not chosen. */
  byDefault: boolean
  /** What the choice is called, and what it brings. */
  label(): string
  help(): string
  /** The e-mail, in the language of the reader. `name` and `time` are added to its values. */
  letter(data: TData): NoticeLetter
  /** After so many seconds the e-mail is no news. */
  seconds: number
}

/** `part`: the reminder of a module whose template it is. */
type NoticeLetter = { event: MessageEvent; values: MessageValues; part?: string }

type Definition<TData> = {
  data: v.GenericSchema<unknown, TData>
  say(data: TData): NoticeWords
  mail: ByMail<TData>
  /** Who views as the account learns nothing of such notices. */
  hidden?: boolean
}

type Kind<TData = unknown> = {
  /** The words of stored data; undefined when an earlier or later release has stored it in another form. */
  words(stored: unknown): NoticeWords | undefined
  /** The e-mail of such data, in the language of the request. */
  letter(stored: unknown): NoticeLetter | undefined
  mail: Omit<ByMail<never>, 'letter'>
  hidden: boolean
  /** Only for the types: the data that `notify` accepts. */
  accepts?(data: TData): void
}

function noticeKind<TData>({ data, say, mail, hidden = false }: Definition<TData>): Kind<TData> {
  const read = (stored: unknown) => {
    const { success, output } = v.safeParse(data, stored)
    return success ? output : undefined
  }
  return {
    words(stored) {
      const known = read(stored)
      return known && say(known)
    },
    letter(stored) {
      const known = read(stored)
      return known && mail.letter(known)
    },
    mail,
    hidden,
  }
}

const DAY = 86_400

const said = v.object({ 'zh-cn': v.string(), en: v.string() })

function factorText({ factor, added }: { factor: 'totp' | 'passkey' | 'recovery' | 'all'; added: boolean }): string {
  switch (factor) {
    case 'totp':
      return added ? m.notice_totpAdded() : m.notice_totpRemoved()
    case 'passkey':
      return added ? m.notice_passkeyAdded() : m.notice_passkeyRemoved()
    case 'recovery':
      return m.notice_recoveryNew()
    case 'all':
      return m.notice_factorsRemoved()
  }
}

function familyText({ own, student }: { own: boolean; student: string }): string {
  return own ? m.notice_familyOwn({ student }) : m.notice_familyOther({ student })
}

const publishedText = (again: boolean) => (again ? m.notice_examUpdated() : m.notice_examPublished())

type Decided = { exam: string; outcome: 'accepted' | 'refused'; count: number; paper: string; answer: string }

function decisionText({ outcome, count }: Decided): string {
  if (count === 1) return outcome === 'accepted' ? m.notice_correctionAccepted() : m.notice_correctionRefused()
  const shown = formatCount(count)
  return outcome === 'accepted' ? m.notice_correctionsAccepted({ shown }) : m.notice_correctionsRefused({ shown })
}

const decisionFacts = ({ exam, paper, answer }: Decided) =>
  [exam, paper, answer].filter((part) => part !== '').join(' · ')

/** Every kind of notice, with the facts that are stored of it and what it says. A new kind is an entry here. */
export const noticeKinds = {
  device: noticeKind({
    data: v.object({ userAgent: v.string(), address: v.string() }),
    say: ({ userAgent, address }) => ({
      title: m.notice_device(),
      text: [browserName(userAgent), address].filter((part) => part !== '').join(' · '),
      look: 'device',
    }),
    mail: {
      sides: ['admin', 'user'],
      byDefault: true,
      label: m.noticeMail_device,
      help: m.noticeMail_deviceHelp,
      letter: ({ userAgent, address }) => ({
        event: 'new_device',
        values: { device: browserName(userAgent) || '–', address: address || '–' },
      }),
      seconds: DAY,
    },
    hidden: true,
  }),
  factor: noticeKind({
    data: v.object({
      factor: v.picklist(['totp', 'passkey', 'recovery', 'all']),
      added: v.boolean(),
      address: v.string(),
    }),
    say: (change) => ({ title: factorText(change), text: change.address, look: 'device' }),
    mail: {
      sides: ['admin', 'user'],
      byDefault: true,
      label: m.noticeMail_factor,
      help: m.noticeMail_factorHelp,
      letter: (change) => ({
        event: 'factor_changed',
        values: { title: factorText(change), address: change.address || '–' },
      }),
      seconds: DAY,
    },
    hidden: true,
  }),
  /** `own`: the account was linked to the student itself; else another one. */
  family: noticeKind({
    data: v.object({ own: v.boolean(), student: v.string() }),
    say: (link) => ({
      title: familyText(link),
      text: link.own ? m.notice_familyOwnText() : m.notice_familyOtherText(),
      look: 'family',
    }),
    mail: {
      sides: ['user'],
      byDefault: true,
      label: m.noticeMail_family,
      help: m.noticeMail_familyHelp,
      letter: (link) => ({
        event: 'family_linked',
        values: { title: familyText(link), text: link.own ? m.notice_familyOwnText() : m.notice_familyOtherText() },
      }),
      seconds: DAY,
    },
  }),
  /** It has a row for all readers, and none in the table of notices. */
  announcement: noticeKind({
    data: v.object({ title: v.string(), text: v.string() }),
    say: (said) => ({ ...said, look: 'announcement' }),
    mail: {
      sides: ['admin', 'user'],
      // The index that finds the readers by mail has those who have chosen it.
      byDefault: false,
      label: m.noticeMail_announcement,
      help: m.noticeMail_announcementHelp,
      letter: (values) => ({ event: 'announcement', values }),
      seconds: 3 * DAY,
    },
  }),
  /** The marks of a school are awaited. */
  examReminder: noticeKind({
    data: v.object({ exam: v.string(), school: v.string() }),
    say: ({ exam, school }) => ({ title: m.notice_examReminder(), text: `${exam} · ${school}`, look: 'exam' }),
    mail: {
      sides: ['admin'],
      byDefault: true,
      label: m.noticeMail_examReminder,
      help: m.noticeMail_examReminderHelp,
      letter: ({ exam, school }) => ({ event: 'exam_reminder', values: { title: exam, text: school } }),
      seconds: DAY,
    },
  }),
  /** A request to check a paper is answered. */
  markCheck: noticeKind({
    data: v.object({ exam: v.string(), subject: v.string(), outcome: v.picklist(['stays', 'corrected']) }),
    say: ({ exam, subject, outcome }) => ({
      title: outcome === 'stays' ? m.notice_markStays() : m.notice_markCorrected(),
      text: `${exam} · ${subject}`,
      look: 'exam',
    }),
    mail: {
      sides: ['user'],
      byDefault: true,
      label: m.noticeMail_markCheck,
      help: m.noticeMail_markCheckHelp,
      letter: ({ exam, subject, outcome }) => ({
        event: 'check_answered',
        values: {
          title: `${exam} · ${subject}`,
          text: outcome === 'stays' ? m.notice_markStays() : m.notice_markCorrected(),
        },
      }),
      seconds: DAY,
    },
  }),
  /** Results are published for families. `again`: families have seen an earlier publication of the exam. */
  examPublished: noticeKind({
    data: v.object({ exam: v.string(), again: v.boolean() }),
    say: ({ exam, again }) => ({ title: publishedText(again), text: exam, look: 'exam' }),
    mail: {
      sides: ['user'],
      byDefault: false,
      label: m.noticeMail_examPublished,
      help: m.noticeMail_examPublishedHelp,
      letter: ({ exam, again }) => ({
        event: 'exam_published',
        values: { title: exam, text: publishedText(again) },
      }),
      seconds: 3 * DAY,
    },
  }),
  /** Corrections that the account has asked for are decided together. `paper` is empty when there are several. */
  correction: noticeKind({
    data: v.object({
      exam: v.string(),
      outcome: v.picklist(['accepted', 'refused']),
      count: v.number(),
      paper: v.string(),
      answer: v.string(),
    }),
    say: (decided) => ({ title: decisionText(decided), text: decisionFacts(decided), look: 'exam' }),
    mail: {
      sides: ['admin'],
      byDefault: false,
      label: m.noticeMail_correction,
      help: m.noticeMail_correctionHelp,
      letter: (decided) => ({
        event: 'correction_decided',
        values: { title: decisionText(decided), text: decisionFacts(decided) },
      }),
      seconds: DAY,
    },
  }),
  /** A reminder of a module: its title, and the title and the day of the row. All of it stays when the module goes. */
  moduleReminder: noticeKind({
    data: v.object({ part: v.string(), title: said, row: said, day: said }),
    say: ({ title, row, day }) => ({
      title: title[getLocale()],
      text: `${row[getLocale()]} · ${day[getLocale()]}`,
      look: 'reminder',
    }),
    mail: {
      sides: ['admin'],
      byDefault: true,
      label: m.noticeMail_moduleReminder,
      help: m.noticeMail_moduleReminderHelp,
      letter: ({ part, row, day }) => ({
        event: 'module_reminder',
        part,
        values: { title: row[getLocale()], day: day[getLocale()] },
      }),
      seconds: DAY,
    },
  }),
  job: noticeKind({
    data: v.object({ id: v.number(), state: v.picklist(['done', 'failed']), title: said, text: said }),
    say: ({ state, title, text }) => ({
      title:
        state === 'done'
          ? m.notice_jobDone({ title: title[getLocale()] })
          : m.notice_jobFailed({ title: title[getLocale()] }),
      text: text[getLocale()],
      look: state,
    }),
    mail: {
      sides: ['admin'],
      byDefault: false,
      label: m.noticeMail_job,
      help: m.noticeMail_jobHelp,
      letter: ({ state, title, text }) => ({
        event: state === 'done' ? 'job_done' : 'job_failed',
        values: { title: title[getLocale()], text: text[getLocale()] },
      }),
      seconds: DAY,
    },
  }),
} as const satisfies Record<string, Kind<never>>

export type NoticeKind = keyof typeof noticeKinds

// Seam: the keys of an object are only known as text.
export const noticeKindNames = Object.keys(noticeKinds) as [NoticeKind, ...NoticeKind[]]

/** The kinds that who views as an account does not see. */
export const hiddenKinds = noticeKindNames.filter((kind) => noticeKinds[kind].hidden)

/** The facts of a kind of notice, as they are stored. */
export type NoticeData<K extends NoticeKind> = (typeof noticeKinds)[K] extends Kind<infer TData> ? TData : never

/** The words of a stored notice. Undefined for a kind or a form that this release does not know. */
export function noticeWords(kind: string, data: unknown): NoticeWords | undefined {
  return Object.hasOwn(noticeKinds, kind) ? noticeKinds[kind as NoticeKind].words(data) : undefined
}
