import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { browserName } from '#src/lib/browser-name.ts'

/** What a notice says, in the language of the request. */
export type NoticeWords = { title: string; text: string; look: NoticeLook }

/** How a notice looks: a browser has an icon for each. */
export const noticeLooks = ['done', 'failed', 'device', 'announcement'] as const
export type NoticeLook = (typeof noticeLooks)[number]

type Definition<TData> = { data: v.GenericSchema<unknown, TData>; say(data: TData): NoticeWords }

type Kind<TData = unknown> = {
  /** The words of stored data; undefined when an earlier or later release has stored it in another form. */
  words(stored: unknown): NoticeWords | undefined
  /** Only for the types: the data that `notify` accepts. */
  accepts?(data: TData): void
}

function noticeKind<TData>({ data, say }: Definition<TData>): Kind<TData> {
  return {
    words(stored) {
      const read = v.safeParse(data, stored)
      return read.success ? say(read.output) : undefined
    },
  }
}

const said = v.object({ 'zh-cn': v.string(), en: v.string() })

/** Every kind of notice, with the facts that are stored of it and what it says. A new kind is an entry here. */
export const noticeKinds = {
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
  }),
  device: noticeKind({
    data: v.object({ userAgent: v.string(), address: v.string() }),
    say: ({ userAgent, address }) => ({
      title: m.notice_device(),
      text: [browserName(userAgent), address].filter((part) => part !== '').join(' · '),
      look: 'device',
    }),
  }),
} as const satisfies Record<string, Kind<never>>

export type NoticeKind = keyof typeof noticeKinds

/** The facts of a kind of notice, as they are stored. */
export type NoticeData<K extends NoticeKind> = (typeof noticeKinds)[K] extends Kind<infer TData> ? TData : never

/** The words of a stored notice. Undefined for a kind or a form that this release does not know. */
export function noticeWords(kind: string, data: unknown): NoticeWords | undefined {
  return Object.hasOwn(noticeKinds, kind) ? noticeKinds[kind as NoticeKind].words(data) : undefined
}
