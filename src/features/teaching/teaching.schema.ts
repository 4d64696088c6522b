import type { TeachingRow } from '#src/db/teaching.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Description } from '#src/resource/description.ts'

export const teachingDescription = {
  key: 'teaching',
  menu: 'baseInfo/teaching',
  title: m.teaching_title,
  plural: m.menu_teaching,
  rowTitle: 'title',
  lines: true,
  fields: [
    {
      name: 'title',
      type: 'text',
      label: m.teaching_named,
      readOnly: true,
      noImport: true,
      noFilter: true,
      list: { hidden: true, width: 240 },
    },
    {
      name: 'accountId',
      type: 'relation',
      label: m.teaching_teacher,
      required: true,
      resource: 'user',
      list: { pin: 'start', noLine: true, width: 130 },
    },
    {
      name: 'schoolId',
      type: 'relation',
      label: m.teaching_school,
      resource: 'organization',
      readOnly: true,
      // The class is filtered by a whole school as well, with an index.
      noFilter: true,
      list: { width: 180 },
    },
    {
      name: 'orgId',
      type: 'relation',
      label: m.teaching_class,
      required: true,
      resource: 'organization',
      tree: true,
      list: { width: 150 },
    },
    {
      name: 'subjectId',
      type: 'relation',
      label: m.teaching_subject,
      required: true,
      resource: 'subject',
      list: { width: 110 },
    },
    {
      name: 'termId',
      type: 'relation',
      label: m.teaching_term,
      required: true,
      resource: 'term',
      help: m.teaching_termHelp,
      list: { width: 210 },
    },
  ],
  quickSearch: ['title'],
  sorts: ['accountId', 'orgId', 'subjectId', 'termId', 'createTime', 'updateTime'],
  defaultOrder: 'id,desc',
} as const satisfies Description<TeachingListRow>

/**
 * An assignment as the API answers it. `title` names it by teacher, subject and class; `schoolId` is the school of the
 * class.
 */
export type TeachingListRow = TeachingRow & { title: string; schoolId: number | null }

type Written = Exclude<(typeof teachingDescription.fields)[number], { readOnly: true }>['name']

/** The fields that the form of an assignment edits. */
export type TeachingForm = Pick<TeachingListRow, Written>
