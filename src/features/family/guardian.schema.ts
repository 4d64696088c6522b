import { m } from '#src/i18n/paraglide/messages.js'
import type { Description } from '#src/resource/description.ts'
import type { GuardianRow } from './guardian.row.ts'
import { kinOptions } from './kin.ts'

export const guardianDescription = {
  key: 'guardian',
  menu: 'baseInfo/guardian',
  title: m.guardian_title,
  plural: m.menu_guardian,
  rowTitle: 'name',
  fields: [
    {
      name: 'studentId',
      type: 'relation',
      label: m.guardian_student,
      resource: 'student',
      readOnly: true,
      list: { pin: 'start', width: 120, noLine: true },
    },
    { name: 'name', type: 'text', label: m.student_name, readOnly: true, list: { hidden: true, width: 120 } },
    { name: 'number', type: 'text', label: m.student_number, readOnly: true, list: { width: 150 } },
    {
      name: 'schoolId',
      type: 'relation',
      label: m.student_school,
      resource: 'organization',
      readOnly: true,
      // The class is filtered by a whole school as well, with an index.
      noFilter: true,
      list: { width: 160 },
    },
    {
      name: 'orgId',
      type: 'relation',
      label: m.student_org,
      resource: 'organization',
      tree: true,
      readOnly: true,
      list: { width: 140 },
    },
    {
      name: 'relation',
      type: 'select',
      label: m.guardian_relation,
      options: kinOptions,
      readOnly: true,
      list: { render: 'tag', width: 110 },
    },
    {
      name: 'accountId',
      type: 'relation',
      label: m.guardian_account,
      resource: 'member',
      readOnly: true,
      list: { width: 190 },
    },
  ],
  quickSearch: ['name', 'number'],
  sorts: ['studentId', 'accountId', 'relation', 'createTime', 'updateTime'],
  defaultOrder: 'createTime,desc',
  deleteNote: m.guardian_deleteNote,
} as const satisfies Description<GuardianRow>
