/** An account of the back office as its list and its form have it. */
export type AccountRow = {
  id: number
  version: number
  createBy: number | null
  createTime: Date
  updateBy: number | null
  updateTime: Date
  username: string
  name: string
  nickname: string
  deptId: number | null
  roleIds: number[]
  phone: string
  email: string
  /** Written, and never read. */
  password: string
  avatar: string
  super: boolean
  /** 1 enabled, 0 locked. */
  status: number
  /** 1 with a second factor. */
  factor: number
  lastLoginTime: Date | null
  lastLoginIp: string | null
}
