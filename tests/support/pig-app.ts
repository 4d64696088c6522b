import { createDecipheriv, randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'

// A fake of pig-mesh/pig 3.4. Its responses, the error table included, follow pig's source. It uses no product code.

export type PigOptions = { encodeKey?: string; captcha?: boolean }

const JPEG = Buffer.from('/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP//2Q==', 'base64')

const menus = [
  {
    id: 1000,
    parentId: -1,
    name: '权限管理',
    label: '权限管理',
    path: '/admin',
    icon: 'icon-quanxian',
    type: '0',
    permission: null,
    sortOrder: 0,
    weight: 0,
    keepAlive: '0',
    children: [
      {
        id: 1100,
        parentId: 1000,
        name: '用户管理',
        label: '用户管理',
        path: '/admin/user/index',
        type: '0',
        icon: 'icon-yonghu',
        permission: null,
        sortOrder: 1,
        weight: 1,
        keepAlive: '1',
        children: [
          {
            id: 1101,
            parentId: 1100,
            name: '用户新增',
            label: '用户新增',
            path: null,
            type: '1',
            icon: null,
            permission: 'sys_user_add',
            sortOrder: 1,
            weight: 1,
            keepAlive: '0',
            children: [],
          },
        ],
      },
    ],
  },
  {
    id: 2000,
    parentId: -1,
    name: '报表',
    label: '报表',
    path: '/report/index',
    icon: '',
    type: '0',
    permission: null,
    sortOrder: 2,
    weight: 2,
    keepAlive: '0',
    children: [],
  },
  {
    id: 3000,
    parentId: -1,
    name: '机构',
    label: '机构',
    path: '/baseInfo/organization',
    icon: '',
    type: '0',
    permission: null,
    sortOrder: 3,
    weight: 3,
    keepAlive: '0',
    children: [],
  },
]

/** Creates the fake. The caller has to serve it. */
export function createPig({ encodeKey, captcha = false }: PigOptions = {}) {
  const access = new Set<string>()
  const refresh = new Set<string>()
  const answers = new Map<string, string>()
  const rows = new Map([1, 2, 3].map((userId) => [userId, { userId, username: `user${userId}`, lockFlag: '0' }]))
  const seen: { method: string; url: string; authorization: string | undefined; body: string }[] = []

  const fail = (status: number, msg: string | null, data: unknown, headers: Record<string, string> = {}) =>
    new Response(JSON.stringify({ code: 1, msg, data }), {
      status,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store', pragma: 'no-cache', ...headers },
    })
  const issue = () => {
    const [token, next] = [randomUUID(), randomUUID()]
    access.add(token)
    refresh.add(next)
    return {
      access_token: token,
      token_type: 'bearer',
      refresh_token: next,
      expires_in: 43199,
      scope: 'server',
      license: 'made by pig',
      client_id: 'pig',
      user_info: { id: 1, username: 'admin' },
    }
  }
  const decrypted = (text: string) => {
    if (!encodeKey) return text
    const key = Buffer.from(encodeKey, 'latin1')
    const cipher = createDecipheriv('aes-128-cfb', key, key)
    return Buffer.concat([cipher.update(Buffer.from(text, 'base64')), cipher.final()]).toString('utf8')
  }
  // pig strips only the word Bearer. A header of any other type contains no token.
  const bearer = (c: Context) => /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? ''

  const app = new Hono()
    .use(async (c, next) => {
      const { pathname, search } = new URL(c.req.url)
      const body = await c.req.raw.clone().text()
      seen.push({ method: c.req.method, url: pathname + search, authorization: c.req.header('authorization'), body })
      await next()
    })
    .get('/code', (c) => {
      answers.set(c.req.query('randomStr') ?? '', '42')
      return c.body(JPEG, 200, { 'content-type': 'image/jpeg' })
    })
    .post('/auth/oauth/token', async (c) => {
      if (c.req.header('authorization') !== `Basic ${btoa('pig:pig')}`) {
        return c.json({ error: 'unauthorized', error_description: 'Bad client credentials' }, 401)
      }
      const form = new URLSearchParams(await c.req.text())
      if (c.req.query('grant_type') === 'refresh_token') {
        // Refresh tokens rotate: the old one becomes invalid at once.
        if (refresh.delete(form.get('refresh_token') ?? '')) return c.json(issue())
        return fail(426, 'Invalid refresh token', 'invalid_exception')
      }
      if (captcha) {
        const { randomStr = '', code = '' } = c.req.query()
        const answer = answers.get(randomStr)
        // A captcha works once. The first check deletes it, whether the answer was right or wrong.
        answers.delete(randomStr)
        if (!code) return fail(428, '验证码不能为空', null)
        if (code !== answer) return fail(428, '验证码不合法', null)
      }
      if (form.get('username') === 'locked') return fail(426, '用户帐号已被锁定', 'invalid_exception')
      if (form.get('username') !== 'admin' || decrypted(form.get('password') ?? '') !== 'Pa55word!') {
        return fail(426, '用户名不存在或者密码错误', 'invalid_exception')
      }
      return c.json(issue())
    })
    .delete('/auth/token/logout', (c) => {
      access.delete(bearer(c))
      return c.json({ code: 0, msg: null, data: null })
    })
    .use('/admin/*', async (c, next) => {
      const trouble = troubles.get(c.req.path)
      if (trouble) return fail(...trouble)
      if (!access.has(bearer(c))) return fail(424, 'token expire', 'Full authentication is required')
      await next()
    })
    .get('/admin/user/info', (c) =>
      c.json({
        code: 0,
        msg: null,
        data: {
          sysUser: {
            userId: 1,
            username: 'admin',
            password: '{bcrypt}$2a$10$hash',
            lockFlag: '0',
            phone: '17034642999',
            avatar: null,
            deptId: 4,
            delFlag: '0',
            createBy: 'admin',
            createTime: '2018-04-20 07:15:18',
            updateBy: 'admin',
            updateTime: '2019-01-31 14:29:07',
          },
          permissions: ['sys_user_add', 'sys_user_edit', 'sys_role_del', 'baseInfo/organization/add', 'sys_log_del'],
          roles: [1],
        },
      }),
    )
    .get('/admin/menu', (c) => c.json({ code: 0, msg: null, data: menus }))
    .get('/admin/user/page', (c) => {
      const [current, size] = [Number(c.req.query('current')), Number(c.req.query('size'))]
      const name = c.req.query('username')
      const all = [...rows.values()].filter((row) => !name || row.username === name)
      const records = all.slice((current - 1) * size, current * size)
      return c.json({ code: 0, msg: null, data: { records, total: all.length, current, size } })
    })
    .get('/admin/user/:id{\\d+}', (c) => c.json({ code: 0, msg: null, data: rows.get(Number(c.req.param('id'))) }))
    .post('/admin/user', async (c) => {
      const userId = rows.size + 1
      rows.set(userId, { ...(await c.req.json()), userId })
      return c.json({ code: 0, msg: null, data: true })
    })
    .put('/admin/user', async (c) => {
      const body = await c.req.json()
      rows.set(body.userId, body)
      return c.json({ code: 0, msg: null, data: true })
    })
    .delete('/admin/user/:id{\\d+}', (c) =>
      c.json({ code: 0, msg: null, data: rows.delete(Number(c.req.param('id'))) }),
    )
    .post('/admin/sys-file/upload', async (c) => {
      let size = 0
      for await (const chunk of c.req.raw.body ?? []) size += chunk.length
      return c.json({
        code: 0,
        msg: null,
        data: { bucketName: 'local', fileName: 'x.txt', url: '/admin/sys-file/local/x.txt', size },
      })
    })
  app.notFound(() => fail(404, null, null))

  /** Responses that replace a path's own: status, msg, data, headers. */
  const troubles = new Map<string, [number, string | null, unknown, Record<string, string>?]>()

  return { app, seen, troubles, rows, expireAccess: () => access.clear(), forgetRefresh: () => refresh.clear() }
}
