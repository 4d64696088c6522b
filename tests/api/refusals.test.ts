import { expect, test } from 'vitest'
import { startShelf } from '../support/shelf.ts'

type Request = { method?: string; path: string; body?: string | Uint8Array<ArrayBuffer>; type?: string }
type Sentences = { en: string; 'zh-cn': string }
type Case = { request: Request; status: number; says: Sentences; at?: string }

const shelf = '/adminApi/shelf/'
const post = (path: string, body: unknown): Request => ({
  method: 'POST',
  path: shelf + path,
  body: JSON.stringify(body),
  type: 'application/json',
})
const filter = (condition: unknown) => `${shelf}index?filter=${encodeURIComponent(JSON.stringify(condition))}`
const incomplete = {
  en: 'Some entries are not valid. Correct the marked fields.',
  'zh-cn': '有内容未通过检查，请按提示修改。',
}
const tooMuch = {
  en: 'The request is nested too deeply or has too many parts',
  'zh-cn': '请求内容的层级或数量超出限制',
}
const encoding = { en: 'The request is not valid UTF-8 text', 'zh-cn': '请求内容不是有效的 UTF-8 文本' }

const refusals: Record<string, Case> = {
  'a body that is too large': {
    request: post('add', { title: 'x'.repeat(3_000_000) }),
    status: 413,
    says: {
      en: 'The content is too large. Reduce it and try again.',
      'zh-cn': '提交的内容过大，请减少后再试。',
    },
  },
  'a body of another type': {
    request: { ...post('add', {}), type: 'text/plain' },
    status: 415,
    says: {
      en: 'Unsupported content type. Send JSON or a form in UTF-8.',
      'zh-cn': '不支持的内容类型，请使用 UTF-8 编码的 JSON 或表单',
    },
  },
  'a body that is no text': {
    request: { ...post('add', {}), body: new Uint8Array([0x7b, 0xff, 0x7d]) },
    status: 400,
    says: encoding,
  },
  'an address that is no text': { request: { path: `${shelf}index?quickSearch=%ff` }, status: 400, says: encoding },
  'a body of too many levels': {
    request: { ...post('add', {}), body: `${'{"a":'.repeat(33)}1${'}'.repeat(33)}` },
    status: 400,
    says: tooMuch,
  },
  'too many parameters': {
    request: { path: `${shelf}index?${'order=a&'.repeat(1_101)}` },
    status: 400,
    says: tooMuch,
  },
  'fields that do not pass': {
    request: post('add', { title: '' }),
    status: 422,
    says: incomplete,
  },
  'a field that nobody may search by': {
    request: { path: filter({ field: 'searchGrams', val: 1 }) },
    status: 400,
    says: { en: 'Cannot query by searchGrams', 'zh-cn': '不能按“searchGrams”查询' },
  },
  'a relation that is none': {
    request: { path: `${shelf}select?field=rating` },
    status: 400,
    says: { en: 'Cannot query by rating', 'zh-cn': '不能按“rating”查询' },
  },
  'an operator that does not fit': {
    request: { path: filter({ field: 'rating', operator: 'LIKE', val: '1' }) },
    status: 400,
    says: {
      en: 'rating does not support the operator LIKE',
      'zh-cn': '字段“rating”不支持运算“LIKE”',
    },
  },
  'a page too far behind': {
    request: { path: `${shelf}index?page=52&limit=200` },
    status: 400,
    says: { en: 'Beyond row 10000, use filters or the cursor', 'zh-cn': '第 10000 行之后请使用筛选或游标' },
  },
  'a bulk edit of no field': {
    request: post('bulkEdit', { ids: [1], values: {} }),
    status: 422,
    says: { en: 'Choose the fields to change', 'zh-cn': '请选择要修改的字段' },
    at: 'values',
  },
  'a bulk edit of no rows': {
    request: post('bulkEdit', { values: { rating: 1 } }),
    status: 422,
    says: { en: 'Specify the records', 'zh-cn': '请指明要处理的记录' },
    at: 'ids',
  },
  'a bulk edit of rows that are named and searched for': {
    request: post('bulkDel', { ids: [1], query: {} }),
    status: 422,
    says: { en: 'Specify the records', 'zh-cn': '请指明要处理的记录' },
    at: 'ids',
  },
}

test.for(['en', 'zh-cn'] as const)(
  'each refusal has its sentence, at its field where it has one: %s',
  async (language) => {
    const { api, call } = await startShelf()
    for (const [what, { request, status, says, at }] of Object.entries(refusals)) {
      const response = await api.request(request.path, {
        method: request.method ?? 'GET',
        headers: {
          authorization: `Bearer ${call.tokens.access_token}`,
          'accept-language': language,
          ...(request.type === undefined ? {} : { 'content-type': request.type }),
        },
        body: request.body,
      })
      expect(response.status, what).toBe(status)
      expect(await response.json(), what).toMatchObject(
        at === undefined
          ? { code: status, msg: says[language] }
          : { code: status, msg: incomplete[language], data: { errors: { [at]: [says[language]] } } },
      )
    }
  },
)
