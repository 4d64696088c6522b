import { m } from '#src/i18n/paraglide/messages.js'
import type { Description, Option } from '#src/resource/description.ts'
import type { ModuleLogKind, moduleLogStates } from './module-log.schema.ts'

const kindOptions = [
  { value: 'install', label: m.store_logInstall },
  { value: 'update', label: m.store_logUpdate },
  { value: 'back', label: m.store_logBack },
  { value: 'enable', label: m.store_logEnable },
  { value: 'disable', label: m.store_logDisable },
  { value: 'uninstall', label: m.store_logUninstall },
  { value: 'trust', label: m.store_logTrust },
  { value: 'distrust', label: m.store_logDistrust },
] as const satisfies readonly (Option & { value: ModuleLogKind })[]

const stateOptions = [
  { value: 'start', label: m.store_logStart, tone: 'accent' },
  { value: 'success', label: m.store_logSuccess, tone: 'success' },
  { value: 'error', label: m.store_logError, tone: 'danger' },
] as const satisfies readonly (Option & { value: (typeof moduleLogStates)[number] })[]

/** An entry of the log as the list answers it. */
export type ModuleLogRow = {
  id: number
  title: string
  titleEn: string
  /** Empty where it is about a key. */
  uid: string
  kind: ModuleLogKind
  state: (typeof moduleLogStates)[number]
  toVersion: string
  fromVersion: string
  message: string
  createBy: number | null
  createTime: string
  /** The account name of who did it. */
  author: string
}

export const moduleLogDescription = {
  key: 'module-log',
  menu: 'moduleStore',
  title: m.store_logEntry,
  plural: m.store_log,
  rowTitle: 'title',
  base: ['createTime'],
  fields: [
    {
      name: 'title',
      type: 'text',
      label: m.store_logTitle,
      readOnly: true,
      noFilter: true,
      list: { pin: 'start', width: 160 },
    },
    {
      name: 'titleEn',
      type: 'text',
      label: m.store_logTitleEn,
      readOnly: true,
      noFilter: true,
      list: { never: true },
    },
    { name: 'uid', type: 'text', label: m.store_logUid, readOnly: true, exact: true, list: { width: 120 } },
    {
      name: 'kind',
      type: 'select',
      label: m.store_logKind,
      options: kindOptions,
      readOnly: true,
      list: { width: 110 },
    },
    {
      name: 'state',
      type: 'select',
      label: m.store_logState,
      options: stateOptions,
      readOnly: true,
      list: { render: 'tag', width: 120 },
    },
    { name: 'toVersion', type: 'text', label: m.store_version, readOnly: true, noFilter: true, list: { width: 90 } },
    {
      name: 'fromVersion',
      type: 'text',
      label: m.store_logFrom,
      readOnly: true,
      noFilter: true,
      list: { width: 110 },
    },
    { name: 'message', type: 'text', label: m.store_logMessage, readOnly: true, noFilter: true, list: { width: 180 } },
    { name: 'author', type: 'text', label: m.store_logAuthor, readOnly: true, noFilter: true, list: { width: 100 } },
  ],
  quickSearch: ['uid'],
  sorts: ['createTime', 'state', 'uid'],
  defaultOrder: 'createTime,desc',
} as const satisfies Description<ModuleLogRow>
