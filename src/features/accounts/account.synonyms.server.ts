import type { Synonyms } from '#src/resource/description.ts'
import type { AccountRow } from './account.row.ts'

/** Other titles that columns of a file may have. */
export const accountSynonyms = {
  username: ['账号', '登录名', '登录账号', '用户账号', '帐号', 'Login', 'Login name', 'User name', 'Account name'],
  name: ['真实姓名', '教师姓名', '人员姓名', '用户姓名', 'Full name', 'Real name'],
  nickname: ['显示名称', '别名', 'Nickname'],
  deptId: ['机构', '单位', '所在单位', '部门', '所属部门', '学校', '机构名称', 'Department', 'School'],
  roleIds: ['用户角色', '角色名称', 'Role', 'Groups'],
  phone: ['手机', '手机号', '联系电话', '电话', '移动电话', 'Mobile', 'Mobile number', 'Telephone'],
  email: ['邮箱', '邮件', 'E-mail address', 'Mail'],
  status: ['账号状态', 'State'],
} as const satisfies Synonyms<AccountRow>
