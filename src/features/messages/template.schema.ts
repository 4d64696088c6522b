import type { messageTemplate } from '#src/db/message.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Description } from '#src/resource/description.ts'
import { channelOptions, eventOptions, languageOptions } from './message-options.ts'

export const templateDescription = {
  key: 'template',
  menu: 'routine/template',
  title: m.template_title,
  plural: m.menu_template,
  rowTitle: 'event',
  fields: [
    {
      name: 'event',
      type: 'select',
      label: m.message_event,
      options: eventOptions,
      addOnly: true,
      required: true,
      list: { render: 'text', pin: 'start', width: 210 },
    },
    {
      name: 'channel',
      type: 'select',
      label: m.message_channel,
      options: channelOptions,
      addOnly: true,
      required: true,
      list: { render: 'text', width: 112 },
    },
    {
      name: 'language',
      type: 'select',
      label: m.message_language,
      options: languageOptions,
      addOnly: true,
      required: true,
      list: { render: 'text', width: 96 },
    },
    {
      name: 'part',
      type: 'text',
      label: m.remind_field,
      addOnly: true,
      noFilter: true,
      showWhen: { field: 'event', in: ['module_reminder'] },
      list: { width: 160 },
    },
    {
      name: 'gatewayName',
      type: 'text',
      label: m.template_gatewayName,
      help: () => m.template_gatewayNameHelp({ template: '{template}' }),
      max: 100,
      showWhen: { field: 'channel', in: ['sms'] },
      list: { hidden: true },
    },
    {
      name: 'subject',
      type: 'text',
      label: m.message_subject,
      required: true,
      max: 200,
      showWhen: { field: 'channel', in: ['mail'] },
      wide: true,
      list: { width: 260 },
    },
    {
      name: 'text',
      type: 'text',
      label: m.message_text,
      required: true,
      max: 5000,
      multiline: true,
      wide: true,
      list: { width: 420 },
    },
  ],
  quickSearch: ['subject', 'text'],
  sorts: ['event', 'createTime', 'updateTime'],
  defaultOrder: 'event,asc',
  form: { size: 'lg' },
} as const satisfies Description<TemplateRow>

export type TemplateRow = typeof messageTemplate.$inferSelect

/** The fields that the form of a template edits. */
export type TemplateForm = Pick<TemplateRow, (typeof templateDescription.fields)[number]['name']>
