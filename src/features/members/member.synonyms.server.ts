import { accountSynonyms } from '#src/features/accounts/account.synonyms.server.ts'
import type { Synonyms } from '#src/resource/description.ts'
import type { MemberRow } from './member.row.ts'

const { username, name, nickname, phone, email, status, deptId } = accountSynonyms

/** Other titles that columns of a file may have. */
export const memberSynonyms = {
  username: [...username, '会员账号', '学号', '学籍号', 'Student number'],
  name: [...name, '学生姓名', '会员姓名', 'Student name'],
  nickname,
  phone: [...phone, '家长电话', '联系方式'],
  email,
  status,
  orgId: [...deptId, '班级', '所在班级', 'Class'],
  groupId: ['会员组', '分组', '组别', '会员分组', 'Group', 'Member group'],
  gender: ['性别', 'Sex'],
  birthday: ['生日', '出生日期', '出生年月日', 'Date of birth', 'Born'],
  motto: ['签名', '个性签名', '座右铭', 'Signature'],
} as const satisfies Synonyms<MemberRow>
