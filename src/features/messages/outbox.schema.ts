import type { messageOut } from '#src/db/message.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Description } from '#src/resource/description.ts'
import { channelOptions, eventOptions, languageOptions, stateOptions } from './message-options.ts'

export const outboxDescription = {
  key: 'outbox',
  menu: 'routine/outbox',
  title: m.outbox_title,
  plural: m.menu_outbox,
  rowTitle: 'recipient',
  base: ['createTime'],
  fields: [
    {
      name: 'recipient',
      type: 'text',
      label: m.outbox_recipient,
      readOnly: true,
      list: { pin: 'start', width: 200 },
    },
    {
      name: 'state',
      type: 'select',
      label: m.outbox_state,
      options: stateOptions,
      readOnly: true,
      list: { render: 'tag', width: 100 },
    },
    {
      name: 'channel',
      type: 'select',
      label: m.message_channel,
      options: channelOptions,
      readOnly: true,
      list: { render: 'text', width: 80 },
    },
    {
      name: 'event',
      type: 'select',
      label: m.message_event,
      options: eventOptions,
      readOnly: true,
      list: { render: 'text', width: 190 },
    },
    { name: 'subject', type: 'text', label: m.message_subject, readOnly: true, list: { width: 200 } },
    { name: 'attempts', type: 'integer', label: m.outbox_attempts, readOnly: true, list: { width: 92 } },
    { name: 'answer', type: 'text', label: m.outbox_answer, readOnly: true, list: { hidden: true, width: 240 } },
    { name: 'username', type: 'text', label: m.outbox_account, readOnly: true, list: { hidden: true } },
    {
      name: 'language',
      type: 'select',
      label: m.message_language,
      options: languageOptions,
      readOnly: true,
      list: { render: 'text', hidden: true },
    },
    { name: 'nextTime', type: 'datetime', label: m.outbox_nextTime, readOnly: true, list: { hidden: true } },
    { name: 'expireTime', type: 'datetime', label: m.outbox_expireTime, readOnly: true, list: { hidden: true } },
    { name: 'endTime', type: 'datetime', label: m.outbox_endTime, readOnly: true, list: { hidden: true } },
    {
      name: 'tries',
      type: 'rows',
      label: m.outbox_tries,
      readOnly: true,
      noFilter: true,
      maxItems: 100,
      fields: [
        { name: 'time', type: 'text', label: m.outbox_time },
        { name: 'result', type: 'text', label: m.outbox_result },
        { name: 'translated', type: 'text', label: m.outbox_translated },
        { name: 'answer', type: 'text', label: m.outbox_answer },
      ],
      list: { never: true },
    },
  ],
  quickSearch: ['recipient', 'subject'],
  sorts: ['createTime', 'endTime'],
  defaultOrder: 'createTime,desc',
} as const satisfies Description<OutboxRow>

/** A message as the list answers it. What it says is not part of it. */
export type OutboxRow = Omit<
  typeof messageOut.$inferSelect,
  'sealed' | 'worker' | 'rank' | 'tryTime' | 'messageId' | 'authorId' | 'accountId'
> & { username: string | null }
