import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startAdopted } from '../support/adopted.ts'

// Tables of others in other schemas than public: screens stand on them where they are.

test('tables of one name in three schemas: rows and relations stay apart, in forms, files, histories and logs', async () => {
  const { adopt, admin, undo, one, db } = await startAdopted('shop')
  const plain = await adopt('product')
  const product = await adopt('production.product')
  const customer = await adopt('sales.customer')
  expect([plain.key, product.key, customer.key]).toEqual(['product', 'production-product', 'sales-customer'])
  expect((await product.list('?order=name,asc&quickSearch=frame')).list).toMatchObject([
    { id: 1, name: 'Frame', productline: 'road', weight: 2.5 },
  ])
  expect(await customer.list('?order=name,desc')).toMatchObject({
    list: [
      { id: 2, name: 'Bob', favorite: null },
      { id: 1, name: 'Ann', favorite: 1 },
    ],
    labels: { favorite: { 1: 'Frame' } },
  })
  const added = await product.add({ name: 'Saddle', productline: 'road', weight: 0.5 })
  await plain.add({ name: 'Other' })
  expect(added.id).toBe(3)
  await expect(product.add({ name: 'Bad', weight: -1 })).rejects.toThrow('422')
  await expect(product.add({ name: 'Saddle' })).rejects.toThrow('409')
  await expect(product.call('DELETE', 'del?ids[]=1')).rejects.toThrow('409')

  // Edits, deletions and additions of a row elsewhere are undone, and have a history of their own.
  const edited = (await product.call('POST', 'edit', { id: 3, version: 1, name: 'Seat', productline: 'mountain' })) as {
    changeSetId: number
  }
  const history = async (key: typeof product) =>
    (await key.call('GET', 'history?id=3')) as { list: { operation: string }[] }
  expect((await history(product)).list).toHaveLength(2)
  expect(await undo(edited.changeSetId)).toMatchObject({ code: 200 })
  expect(await one('select name, productline from production.product where productid = 3')).toEqual({
    name: 'Saddle',
    productline: 'road',
  })
  await product.call('DELETE', 'del?ids[]=3')
  const { list: deleted } = (await product.call('GET', 'deleted')) as { list: { id: number; changeId: number }[] }
  expect([deleted.length, ((await plain.call('GET', 'deleted')) as { list: unknown[] }).list.length]).toEqual([1, 0])
  await product.call('POST', 'restore', { id: 3, changeId: deleted[0]?.changeId })
  expect(await one('select name from production.product where productid = 3')).toEqual({ name: 'Saddle' })

  // Rows are imported and exported.
  await product.bring('Name,Productline\nImported,road\n', { mode: 'add', keys: ['name'] })
  await product.bring('Name,Productline\nImported,mountain\n', { mode: 'update', keys: ['name'] })
  expect(await one(`select productline, version from production.product where name = 'Imported'`)).toEqual({
    productline: 'mountain',
    version: 2,
  })
  expect(await product.file('columns=name,productline&order=name,asc&format=csv')).toContain('Frame,road')
  // Others go on, and the history has what they change.
  await db.execute(sql`update sales.customer set name = 'Cid' where customerid = 2`)
  expect(await one(`select table_name, row_id::int as row from change where table_name like '%customer'`)).toEqual({
    table_name: 'sales.customer',
    row: 2,
  })
  expect(await one('select count(*)::int as count from sales.names')).toEqual({ count: 2 })

  // The logs of deletions and of sensitive data read and restore rows of a table elsewhere.
  {
    const recycle = { name: 'Watched', resource: product.key, months: 0, status: 1 }
    expect(await admin('POST', '/adminApi/data-recycle/add', recycle)).toMatchObject({ code: 200 })
    const sensitive = { name: 'Weights', resource: product.key, fields: ['weight'], status: 1 }
    expect(await admin('POST', '/adminApi/sensitive-data/add', sensitive)).toMatchObject({ code: 200 })
    const lines = async (log: string) =>
      ((await admin('GET', `/adminApi/${log}/index`)).data as { list: { id: number; title: string }[] }).list
    await product.call('POST', 'edit', { id: 2, version: 1, weight: 9 })
    const changed = await lines('sensitive-data-log')
    expect(changed).toMatchObject([{ title: 'Wheel', field: 'weight', beforeText: '1', afterText: '9' }])
    const back = await admin('POST', '/adminApi/sensitive-data-log/rollback', { id: changed[0]?.id })
    expect(back).toMatchObject({ code: 200 })
    expect(await one('select weight::float8 as weight from production.product where productid = 2')).toEqual({
      weight: 1,
    })
    await product.call('DELETE', 'del?ids[]=2')
    const [gone] = await lines('data-recycle-log')
    expect(gone).toMatchObject({ title: 'Wheel', resource: product.key })
    const restored = await admin('POST', '/adminApi/data-recycle-log/restore', { ids: [gone?.id] })
    expect(restored).toMatchObject({ code: 200, data: { restored: 1 } })
    expect(await one('select name from production.product where productid = 2')).toEqual({ name: 'Wheel' })
  }

  // A relation between tables of one name shows, finds and filters the rows of the other one.
  const item = await adopt('sales.product')
  await db.execute(sql`insert into sales.product values (1, 'Of one', 2), (2, 'Of two', null)`)
  expect(await item.list('?order=name,asc')).toMatchObject({
    list: [
      { id: 1, name: 'Of one', base: 2 },
      { id: 2, name: 'Of two', base: null },
    ],
    labels: { base: { 2: 'Wheel' } },
  })
  const filter = encodeURIComponent(JSON.stringify({ field: 'base', operator: 'eq', val: 2 }))
  expect((await item.list(`?filter=${filter}`)).list).toMatchObject([{ id: 1 }])
  expect(await item.call('GET', 'select?field=base&quickSearch=whe')).toMatchObject({ list: [{ label: 'Wheel' }] })
  expect(await item.file('columns=name,base&order=name,asc&format=csv')).toContain('Of one,Wheel')

  // Rows that go with another row come back with it, across keys of several columns.
  const lines = await adopt('sales.orderline')
  expect((await lines.list()).list).toMatchObject([
    { orderid: 7, line: 2, customerid: 1 },
    { orderid: 7, line: 1, customerid: 1 },
  ])
  const gone = (await customer.call('DELETE', 'del?ids[]=1')) as { changeSetId: number }
  expect(await one('select count(*)::int as count from sales.orderline')).toEqual({ count: 0 })
  expect(await undo(gone.changeSetId)).toMatchObject({ code: 200 })
  expect(await one('select count(*)::int as count from sales.orderline')).toEqual({ count: 2 })
})
