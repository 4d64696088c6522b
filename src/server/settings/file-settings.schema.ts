import { m } from '#src/i18n/paraglide/messages.js'
import type { Label } from '#src/resource/description.ts'
import { numberSetting, switchSetting, textSetting } from './schemas.ts'
import { setting } from './setting.ts'
import { checkSavename, checkTypes } from './value-checks.ts'

// The variables are no part of the message, in which braces have a meaning of their own.
const savenameTip: Label = (_inputs, options) =>
  m.config_uploadSavenameTip(
    { sha: '{filesha1}', suffix: '{.suffix}', names: '{topic} {year} {mon} {day} {hour} {min} {sec} {filename}' },
    options,
  )

const MEGABYTE = 1_048_576
const megabytes = { type: 'number', decimals: 2, required: true, max: 1_000_000 } as const
const days = { type: 'integer', min: 1, max: 36_500, required: true } as const

/** Uploaded files, and how long things are kept. */
export const fileSettings = {
  uploadMode: setting({ schema: textSetting('local'), group: 'upload', public: true }),
  uploadMaxsize: setting({
    schema: numberSetting(10_485_760, 1),
    group: 'upload',
    title: m.config_uploadMaxsize,
    field: { ...megabytes, min: 0.01, max: 2048 },
    scale: MEGABYTE,
    public: true,
  }),
  uploadMimetype: setting({
    schema: textSetting('jpg,png,bmp,jpeg,gif,webp,zip,rar,xls,xlsx,doc,docx,wav,mp4,mp3,txt'),
    group: 'upload',
    title: m.config_uploadMimetype,
    tip: m.config_uploadMimetypeTip,
    field: { type: 'text', max: 500, required: true, wide: true },
    public: true,
    check: checkTypes,
  }),
  uploadSavename: setting({
    schema: textSetting('/storage/{topic}/{year}{mon}{day}/{filename}{filesha1}{.suffix}'),
    group: 'upload',
    title: m.config_uploadSavename,
    tip: savenameTip,
    field: { type: 'text', max: 200, required: true, wide: true },
    public: true,
    check: checkSavename,
  }),
  /** Maximum bytes of all files of an account, and of those of one day; 0 is no limit. */
  uploadQuota: setting({
    schema: numberSetting(2_147_483_648),
    group: 'upload',
    title: m.config_uploadQuota,
    tip: m.config_zeroIsNone,
    field: { ...megabytes, min: 0 },
    scale: MEGABYTE,
  }),
  uploadDaily: setting({
    schema: numberSetting(536_870_912),
    group: 'upload',
    title: m.config_uploadDaily,
    tip: m.config_zeroIsNone,
    field: { ...megabytes, min: 0 },
    scale: MEGABYTE,
  }),
  /** Maximum number of files that an account may send in a day; 0 is no limit. */
  uploadDailyFiles: setting({
    schema: numberSetting(500),
    group: 'upload',
    title: m.config_uploadDailyFiles,
    tip: m.config_zeroIsNone,
    field: { type: 'integer', min: 0, max: 1_000_000, required: true },
  }),
  /** Whether the forms have the editor for rich text. */
  richText: setting({
    schema: switchSetting(false),
    group: 'upload',
    title: m.config_richText,
    tip: m.config_richTextTip,
    field: { type: 'switch' },
  }),
  /** Maximum size of an imported file in bytes. */
  importMaxsize: setting({
    schema: numberSetting(104_857_600, 1),
    group: 'upload',
    title: m.config_importMaxsize,
    field: { ...megabytes, min: 0.01, max: 2048 },
    scale: MEGABYTE,
    public: true,
  }),
  /** Maximum bytes of all kept imported files of a person. */
  importQuota: setting({
    schema: numberSetting(524_288_000),
    group: 'upload',
    title: m.config_importQuota,
    field: { ...megabytes, min: 0.01 },
    scale: MEGABYTE,
  }),
  /** The number of days after which a file that nothing uses is deleted. */
  uploadGraceDays: setting({
    schema: numberSetting(30, 1, 36_500),
    group: 'retention',
    title: m.config_uploadGraceDays,
    field: days,
  }),
  importKeepDays: setting({
    schema: numberSetting(7, 1, 36_500),
    group: 'retention',
    title: m.config_importKeepDays,
    field: days,
  }),
  /** For how many whole months the change history is kept; 0 keeps it for ever. */
  historyMonths: setting({
    schema: numberSetting(0, 0, 1200),
    group: 'retention',
    title: m.config_historyMonths,
    tip: m.config_historyMonthsTip,
    field: { type: 'integer', min: 0, max: 1200, required: true },
    env: { name: 'HISTORY_MONTHS', read: (env) => env.HISTORY_MONTHS },
  }),
  jobKeepDays: setting({
    schema: numberSetting(30, 1, 36_500),
    group: 'retention',
    title: m.config_jobKeepDays,
    field: days,
  }),
  /** For how many days the runs of the terminal and their output are kept. */
  terminalKeepDays: setting({
    schema: numberSetting(90, 1, 36_500),
    group: 'retention',
    title: m.config_terminalKeepDays,
    field: days,
    offered: (env) => env.TERMINAL,
  }),
  faultKeepDays: setting({
    schema: numberSetting(90, 1, 36_500),
    group: 'retention',
    title: m.config_faultKeepDays,
    field: days,
  }),
  /** Notices that were read, and those that nobody has looked at. */
  noticeReadDays: setting({
    schema: numberSetting(90, 1, 36_500),
    group: 'retention',
    title: m.config_noticeReadDays,
    field: days,
  }),
  noticeKeepDays: setting({
    schema: numberSetting(365, 1, 36_500),
    group: 'retention',
    title: m.config_noticeKeepDays,
    tip: m.config_noticeKeepDaysTip,
    field: days,
  }),
  /** For how long the device of an account is remembered without use, so that its sign-in is no news. */
  deviceKeepDays: setting({
    schema: numberSetting(400, 1, 36_500),
    group: 'retention',
    title: m.config_deviceKeepDays,
    tip: m.config_deviceKeepDaysTip,
    field: days,
  }),
  outboxKeepDays: setting({
    schema: numberSetting(90, 1, 36_500),
    group: 'retention',
    title: m.config_outboxKeepDays,
    field: days,
  }),
}
