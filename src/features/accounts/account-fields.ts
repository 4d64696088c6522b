import { m } from '#src/i18n/paraglide/messages.js'
import type { Option } from '#src/resource/description.ts'
import type { Node } from '#src/resource/registry.ts'

// What the accounts of the back office and members have in common.

export const accountStates = [
  { value: 1, label: m.status_enabled, tone: 'success' },
  { value: 0, label: m.account_locked, tone: 'danger' },
] as const satisfies readonly Option[]

export const usernameField = {
  name: 'username',
  type: 'text',
  label: m.user_username,
  required: true,
  max: 15,
  rule: 'account',
  help: m.user_usernameHelp,
  list: { pin: 'start', width: 128 },
} as const

/** Whoever may only look at accounts sees a part of it. @param node the node of those who see it whole */
export function phoneField<const N extends Node>(node: N) {
  return {
    name: 'phone',
    type: 'text',
    label: m.user_phone,
    max: 30,
    rule: 'phone',
    node,
    partly: 'phone',
    list: { inline: true, width: 128 },
  } as const
}

export const emailField = {
  name: 'email',
  type: 'text',
  label: m.user_email,
  max: 100,
  rule: 'email',
  list: { inline: true, hidden: true, width: 180 },
} as const

export const passwordField = {
  name: 'password',
  type: 'password',
  label: m.user_password,
  required: true,
  formOnly: true,
} as const

export const statusField = {
  name: 'status',
  type: 'select',
  label: m.user_status,
  options: accountStates,
  look: 'radio',
  required: true,
  default: 1,
  bulk: true,
  list: { width: 92 },
} as const

export const factorField = {
  name: 'factor',
  type: 'switch',
  label: m.user_factor,
  readOnly: true,
  list: { width: 112 },
} as const

export const lastLoginTimeField = {
  name: 'lastLoginTime',
  type: 'datetime',
  label: m.user_lastLoginTime,
  readOnly: true,
  list: { width: 120 },
} as const
