import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { BackendError } from '../backend-error.ts'
import { pigNodesOf } from './names.server.ts'

const text = v.optional(v.nullable(v.string()))
const number = v.optional(v.nullable(v.number()))

const schema = v.object({
  sysUser: v.object({
    userId: v.number(),
    username: v.string(),
    phone: text,
    avatar: text,
    deptId: number,
    lockFlag: text,
    delFlag: text,
    createTime: text,
    updateTime: text,
    createBy: v.optional(v.unknown()),
    updateBy: v.optional(v.unknown()),
  }),
  permissions: v.optional(v.nullable(v.array(v.string())), []),
})

/**
 * Converts the user of `/admin/user/info` to the shape of `/adminApi/user/info`. A pig back end also sends the
 * password's hash; it is left out here.
 * @throws BackendError 502 when the response has another shape
 */
export function pigUserInfo(data: unknown) {
  const parsed = v.safeParse(schema, data)
  if (!parsed.success) throw new BackendError(502, m.error_502())
  const { sysUser: user, permissions } = parsed.output
  const nodes = pigNodesOf(permissions ?? [])
  return {
    userId: user.userId,
    // A pig back end knows no versions, and the user's own data is not changed here.
    version: 0,
    username: user.username,
    nickname: user.username,
    name: '',
    email: '',
    password: null,
    // A pig back end signs people in by password.
    hasPassword: true,
    phone: user.phone ?? '',
    avatar: user.avatar ?? '',
    deptId: user.deptId ?? null,
    lockFlag: user.lockFlag ?? '0',
    delFlag: user.delFlag ?? '0',
    createBy: user.createBy ?? null,
    createTime: user.createTime ?? null,
    updateBy: user.updateBy ?? null,
    updateTime: user.updateTime ?? null,
    last_login_time: null,
    last_login_ip: '',
    // A pig back end has no super account.
    super: false,
    authNode: buttonsByMenu(nodes),
    permissions: nodes,
  }
}

function buttonsByMenu(nodes: readonly string[]): Record<string, string[]> {
  const map: Record<string, string[]> = {}
  for (const node of nodes) {
    const [, menu, button] = /^(.+)\/(index|add|edit|del)$/.exec(node) ?? []
    if (menu && button) map[menu] = [...(map[menu] ?? []), button]
  }
  return map
}
