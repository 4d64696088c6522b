import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { BackendError } from '../backend-error.ts'
import { isAbsent, menuNameOf, nodeOf } from './names.server.ts'

const text = v.optional(v.nullable(v.string()))

const node = v.looseObject({
  id: v.number(),
  parentId: v.optional(v.nullable(v.number())),
  type: text,
  path: text,
  label: text,
  name: text,
  icon: text,
  permission: text,
  children: v.optional(v.nullable(v.array(v.unknown()))),
  keepAlive: v.optional(v.unknown()),
})

/** A menu rule of the contract, with the values that a pig back end can provide. */
export type PigMenuRule = {
  id: number
  pid: number | null
  type: 'menu_dir' | 'menu' | 'button'
  title: string
  name: string
  path: string
  icon: string
  menu_type: 'tab' | null
  url: string
  component: string
  keepalive: boolean
  extend: string
  children: PigMenuRule[]
}

/**
 * Converts the tree of `/admin/menu` to that of `/adminApi/menu`. The dashboard comes first, because it needs no back
 * end.
 * @throws BackendError 502 when the response has another shape
 */
export function pigMenu(data: unknown): PigMenuRule[] {
  if (!Array.isArray(data)) throw new BackendError(502, m.error_502())
  const menus = present(data.map(rule))
  return menus.some((menu) => menu.name === 'dashboard') ? menus : [dashboard(), ...menus]
}

/** Removes the screens whose calls this kind of back end does not support. */
function present(rules: PigMenuRule[]): PigMenuRule[] {
  return rules.filter(({ name }) => !isAbsent(name)).map((one) => ({ ...one, children: present(one.children) }))
}

function rule(data: unknown): PigMenuRule {
  const parsed = v.safeParse(node, data)
  if (!parsed.success) throw new BackendError(502, m.error_502())
  const given = parsed.output
  const children = (given.children ?? []).map(rule)
  const button = given.type === '1'
  const path = button ? '' : menuNameOf(given.path ?? '')
  return {
    id: given.id,
    // -1 is the root.
    pid: given.parentId !== undefined && given.parentId !== null && given.parentId > 0 ? given.parentId : null,
    type: button ? 'button' : children.some((child) => child.type !== 'button') ? 'menu_dir' : 'menu',
    title: given.label || given.name || path,
    name: button ? nodeOf(given.permission ?? '') : path,
    path,
    icon: given.icon ?? '',
    menu_type: button ? null : 'tab',
    url: '',
    component: path,
    extend: '',
    keepalive: given.keepAlive === true || given.keepAlive === '1',
    children,
  }
}

function dashboard(): PigMenuRule {
  return {
    id: 0,
    pid: null,
    type: 'menu',
    title: m.menu_dashboard(),
    name: 'dashboard',
    path: 'dashboard',
    icon: 'fa fa-dashboard',
    menu_type: 'tab',
    url: '',
    component: 'dashboard',
    keepalive: true,
    extend: '',
    children: [],
  }
}
