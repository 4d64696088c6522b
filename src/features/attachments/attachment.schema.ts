import { m } from '#src/i18n/paraglide/messages.js'
import type { Description, Option } from '#src/resource/description.ts'
import type { AttachmentRow } from './attachment.row.ts'

export const attachmentKinds = [
  { value: 'image', label: m.attachment_image },
  { value: 'audio', label: m.attachment_audio },
  { value: 'video', label: m.attachment_video },
  { value: 'document', label: m.attachment_document },
  { value: 'archive', label: m.attachment_archive },
  { value: 'other', label: m.attachment_other },
] as const satisfies readonly Option[]

const visibilityOptions = [
  { value: 'private', label: m.attachment_private, tone: 'neutral' },
  { value: 'public', label: m.attachment_public, tone: 'success' },
] as const satisfies readonly Option[]

const uploaderKinds = [
  { value: 'admin', label: m.attachment_ofAdmin },
  { value: 'user', label: m.attachment_ofMember },
] as const satisfies readonly Option[]

export const attachmentDescription = {
  key: 'attachment',
  menu: 'routine/attachment',
  title: m.attachment_title,
  plural: m.pagesTitle_attachment,
  rowTitle: 'name',
  noImport: true,
  fields: [
    {
      name: 'url',
      type: 'text',
      label: m.attachment_url,
      readOnly: true,
      noFilter: true,
      list: { width: 96, noLine: true },
    },
    { name: 'name', type: 'text', label: m.attachment_name, required: true, max: 100, list: { width: 220 } },
    {
      name: 'topic',
      type: 'text',
      label: m.attachment_topic,
      required: true,
      max: 20,
      help: m.attachment_topicHelp,
      list: { width: 110, noLine: true },
    },
    { name: 'uploader', type: 'text', label: m.attachment_uploader, readOnly: true, list: { width: 130 } },
    {
      name: 'uploaderKind',
      type: 'select',
      label: m.attachment_uploaderKind,
      options: uploaderKinds,
      readOnly: true,
      list: { width: 110, noLine: true },
    },
    {
      name: 'size',
      type: 'integer',
      label: m.attachment_size,
      min: 0,
      readOnly: true,
      list: { width: 100, noLine: true },
    },
    {
      name: 'kind',
      type: 'select',
      label: m.attachment_kind,
      options: attachmentKinds,
      readOnly: true,
      list: { width: 92 },
    },
    { name: 'suffix', type: 'text', label: m.attachment_suffix, readOnly: true, list: { width: 80 } },
    {
      name: 'visibility',
      type: 'select',
      label: m.attachment_visibility,
      options: visibilityOptions,
      readOnly: true,
      list: { width: 96 },
    },
    { name: 'uses', type: 'integer', label: m.attachment_uses, readOnly: true, list: { width: 80 } },
    { name: 'quote', type: 'integer', label: m.attachment_quote, readOnly: true, list: { width: 80 } },
    { name: 'width', type: 'integer', label: m.attachment_width, readOnly: true, list: { hidden: true, width: 80 } },
    { name: 'height', type: 'integer', label: m.attachment_height, readOnly: true, list: { hidden: true, width: 80 } },
    {
      name: 'mimetype',
      type: 'text',
      label: m.attachment_mimetype,
      readOnly: true,
      list: { hidden: true, width: 150 },
    },
    { name: 'storage', type: 'text', label: m.attachment_storage, readOnly: true, list: { width: 80 } },
    { name: 'sha1', type: 'text', label: m.attachment_sha1, readOnly: true, list: { hidden: true, width: 300 } },
    {
      name: 'organizationId',
      type: 'relation',
      label: m.attachment_organization,
      resource: 'organization',
      tree: true,
      readOnly: true,
      list: { hidden: true, width: 156 },
    },
    {
      name: 'uploaderId',
      type: 'integer',
      label: m.attachment_uploaderId,
      readOnly: true,
      list: { hidden: true, width: 90 },
    },
    { name: 'lastUploadTime', type: 'datetime', label: m.attachment_lastUpload, readOnly: true, list: { width: 130 } },
  ],
  quickSearch: ['name'],
  sorts: ['lastUploadTime', 'name', 'size', 'createTime', 'updateTime', 'organizationId', 'uploaderId', 'url'],
  defaultOrder: 'lastUploadTime,desc',
} as const satisfies Description<AttachmentRow>

/** The fields that the form of an attachment edits. */
export type AttachmentForm = Pick<AttachmentRow, 'name' | 'topic'>
