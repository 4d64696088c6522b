import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Operation } from '#src/server/openapi/operation.server.ts'
import { adminInfo, memberInfo, menuRule, tokenAnswer, tokenForm } from './auth.answers.server.ts'

/** The OpenAPI operations for signing in, signing out, and the signed-in user. */
export const authOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/auth/oauth/token',
    tag: 'session',
    security: 'client',
    query: { grant_type: v.optional(v.picklist(['password', 'refresh_token'])), scope: v.optional(v.string()) },
    body: { type: 'application/x-www-form-urlencoded', schema: tokenForm },
    bare: 'application/json',
    answer: tokenAnswer,
    errors: [429],
    summary: m.call_token,
  },
  {
    method: 'delete',
    path: '/auth/token/logout',
    tag: 'session',
    security: 'either',
    answer: v.literal(true),
    summary: m.call_logout,
  },
  {
    method: 'get',
    path: '/adminApi/user/info',
    tag: 'session',
    security: 'admin',
    answer: adminInfo,
    summary: m.call_adminInfo,
  },
  {
    method: 'get',
    path: '/adminApi/menu',
    tag: 'session',
    security: 'admin',
    answer: v.array(menuRule),
    summary: m.call_adminMenu,
  },
  {
    method: 'get',
    path: '/api/user/info',
    tag: 'session',
    security: 'user',
    answer: memberInfo,
    summary: m.call_memberInfo,
  },
  {
    method: 'get',
    path: '/api/menu',
    tag: 'session',
    security: 'user',
    answer: v.array(menuRule),
    summary: m.call_memberMenu,
  },
]
