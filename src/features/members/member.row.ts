/** A member as the list and the form of the back office have it. */
export type MemberRow = {
  id: number
  version: number
  createBy: number | null
  createTime: Date
  updateBy: number | null
  updateTime: Date
  username: string
  name: string
  nickname: string
  orgId: number | null
  /** The education levels of the organization. */
  orgLevelIds: number[]
  groupId: number | null
  phone: string
  email: string
  /** Written, and never read. */
  password: string
  avatar: string
  /** 0 unknown, 1 male, 2 female. */
  gender: number
  /** `2012-09-01`. */
  birthday: string | null
  motto: string
  /** 1 enabled, 0 locked. */
  status: number
  /** 1 with a second factor. */
  factor: number
  /** The balance in cents. */
  money: number
  score: number
  lastLoginTime: Date | null
  lastLoginIp: string | null
  joinTime: Date
  /** Since when a request of the member to close the account waits, and when it is due. */
  closingAsked: Date | null
  closingDue: Date | null
}
