import type { adminLog } from '#src/db/admin-log.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Description, Option } from '#src/resource/description.ts'

export const logEventOptions = [
  { value: 'signIn', label: m.adminLog_signIn, tone: 'success' },
  { value: 'signInFailed', label: m.adminLog_signInFailed, tone: 'warning' },
  { value: 'signOut', label: m.adminLog_signOut, tone: 'neutral' },
  { value: 'write', label: m.adminLog_write, tone: 'accent' },
  { value: 'export', label: m.adminLog_export, tone: 'accent' },
  { value: 'refused', label: m.adminLog_refused, tone: 'danger' },
] as const satisfies readonly Option[]

export const logSideOptions = [
  { value: 'admin', label: m.adminLog_sideAdmin },
  { value: 'user', label: m.adminLog_sideUser },
] as const satisfies readonly Option[]

type Stored = typeof adminLog.$inferSelect

/** A row as the list answers it. The request is JSON as text. */
export type AdminLogRow = Omit<Stored, 'query' | 'body' | 'salt' | 'digest' | 'mark' | 'accountId' | 'seenId'> & {
  queryText: string | null
  bodyText: string | null
}

export const adminLogDescription = {
  key: 'admin-log',
  menu: 'auth/adminLog',
  title: m.adminLog_title,
  plural: m.menu_adminLog,
  rowTitle: 'title',
  base: ['createTime'],
  fields: [
    {
      name: 'seenName',
      type: 'text',
      label: m.adminLog_seenName,
      readOnly: true,
      noFilter: true,
      list: { hidden: true, width: 130 },
    },
    {
      name: 'event',
      type: 'select',
      label: m.adminLog_event,
      options: logEventOptions,
      readOnly: true,
      list: { render: 'tag', width: 132 },
    },
    {
      name: 'title',
      type: 'text',
      label: m.adminLog_call,
      readOnly: true,
      exact: true,
      list: { with: 'titleEn', pin: 'start', width: 230 },
    },
    { name: 'titleEn', type: 'text', label: m.adminLog_callEn, readOnly: true, noFilter: true, list: { never: true } },
    { name: 'username', type: 'text', label: m.adminLog_username, readOnly: true, exact: true, list: { width: 120 } },
    { name: 'code', type: 'integer', label: m.adminLog_code, readOnly: true, list: { width: 72 } },
    { name: 'message', type: 'text', label: m.adminLog_message, readOnly: true, noFilter: true, list: { width: 140 } },
    { name: 'address', type: 'text', label: m.adminLog_address, readOnly: true, exact: true, list: { width: 124 } },
    {
      name: 'duration',
      type: 'integer',
      label: m.adminLog_duration,
      readOnly: true,
      noFilter: true,
      list: { hidden: true, width: 96 },
    },
    {
      name: 'method',
      type: 'text',
      label: m.adminLog_method,
      readOnly: true,
      noFilter: true,
      list: { hidden: true, width: 90 },
    },
    {
      name: 'path',
      type: 'text',
      label: m.adminLog_path,
      readOnly: true,
      noFilter: true,
      list: { hidden: true, width: 240 },
    },
    {
      name: 'node',
      type: 'text',
      label: m.adminLog_node,
      readOnly: true,
      exact: true,
      list: { hidden: true, width: 200 },
    },
    {
      name: 'side',
      type: 'select',
      label: m.adminLog_side,
      options: logSideOptions,
      readOnly: true,
      list: { render: 'text', hidden: true, width: 110 },
    },
    {
      name: 'agent',
      type: 'text',
      label: m.adminLog_agent,
      readOnly: true,
      noFilter: true,
      list: { hidden: true, width: 240 },
    },
    {
      name: 'times',
      type: 'integer',
      label: m.adminLog_times,
      readOnly: true,
      noFilter: true,
      list: { hidden: true, width: 80 },
    },
    {
      name: 'requestId',
      type: 'text',
      label: m.adminLog_requestId,
      readOnly: true,
      exact: true,
      list: { hidden: true, width: 200 },
    },
    { name: 'changeSetId', type: 'integer', label: m.adminLog_changeSet, readOnly: true, list: { hidden: true } },
    {
      name: 'redacted',
      type: 'integer',
      label: m.adminLog_redactedBy,
      readOnly: true,
      noFilter: true,
      list: { hidden: true },
    },
    {
      name: 'queryText',
      type: 'text',
      label: m.adminLog_query,
      readOnly: true,
      noFilter: true,
      list: { never: true, unread: true },
    },
    {
      name: 'bodyText',
      type: 'text',
      label: m.adminLog_body,
      readOnly: true,
      noFilter: true,
      list: { never: true, unread: true },
    },
  ],
  quickSearch: ['title', 'titleEn', 'username'],
  sorts: ['createTime', 'title', 'username', 'address', 'node', 'code', 'event', 'side'],
  sortTail: 'createTime',
  defaultOrder: 'createTime,desc',
} as const satisfies Description<AdminLogRow>
