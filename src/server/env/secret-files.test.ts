import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { secondSecret, testSecret } from '../../../test/helpers/test-secrets.ts'
import { readEnv } from './env.ts'
import { readSecretFiles, secretSettings } from './secret-files.ts'
import { StartError } from './start-error.ts'

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'zuspruch-secrets-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function file(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content, { mode: 0o600 })
  return path
}

const secrets = {
  DATABASE_URL: 'postgres://app:hush-app@db.example:5432/zuspruch?sslmode=verify-full',
  QUEUE_URL: 'postgres://app:hush-queue@db2.example/zuspruch?sslmode=verify-full',
  DATABASE_OWNER_URL: 'postgres://owner:hush-owner@db.example/zuspruch?sslmode=verify-full',
  SECRET_KEY: `${testSecret},${secondSecret}`,
  SMTP_URL: 'smtps://user:hush-mail@mail.example',
  OPERATOR_SSO_SECRET: 'hush-sign-on',
}
const others = {
  PUBLIC_ORIGIN: 'https://empfehlen.example',
  OPERATOR_SSO_ISSUER: 'https://login.werk.example',
  OPERATOR_SSO_CLIENT_ID: 'zuspruch',
}

test('every secret of the environment may be in a file, with or without a line break at its end, older keys too', () => {
  expect(Object.keys(secrets).toSorted()).toEqual([...secretSettings].toSorted())
  const given = { DATA_DIR: folder, ...others }
  const direct = readEnv({ ...given, ...secrets })
  for (const end of ['', '\n', '\r\n']) {
    const files = Object.entries(secrets).map(([name, value]) => [
      `${name}_FILE`,
      file(name, value + end),
    ])
    expect(readEnv({ ...given, ...Object.fromEntries(files) })).toEqual(direct)
  }
  expect(direct.secretKeys).toEqual([testSecret, secondSecret])
})

test('a secret that is given twice stops the start, and the sentence names both settings and no secret', () => {
  for (const [name, value] of Object.entries(secrets)) {
    const path = file(name, value)
    const read = () =>
      readEnv({ DATA_DIR: folder, ...others, [name]: value, [`${name}_FILE`]: path })
    expect(read).toThrow(StartError)
    expect(read).toThrow(`${name} and ${name}_FILE are both set: take one of them away.`)
  }
  // What is blank is not set, as everywhere.
  const path = file('key', testSecret)
  expect(readSecretFiles({ SECRET_KEY: ' ', SECRET_KEY_FILE: path })).toMatchObject({
    SECRET_KEY: testSecret,
  })
  expect(readSecretFiles({ SECRET_KEY: testSecret, SECRET_KEY_FILE: ' ' })).toMatchObject({
    SECRET_KEY: testSecret,
  })
})

test('a file that is missing, a folder, empty or of more than one line stops the start in one sentence without what it says', () => {
  mkdirSync(join(folder, 'folder'))
  for (const [path, said] of [
    [join(folder, 'none'), 'cannot be read, because there is no such file.'],
    [join(folder, 'folder'), 'cannot be read, because it is a folder.'],
    [file('empty', ' \n'), 'is empty: put the secret into it.'],
    [
      file('lines', `${testSecret}\nhush\n`),
      'is not one line of at most 64 kB: it must hold the secret alone.',
    ],
    [
      file('long', 'hush'.repeat(20_000)),
      'is not one line of at most 64 kB: it must hold the secret alone.',
    ],
  ]) {
    const read = () => readSecretFiles({ SECRET_KEY_FILE: path })
    expect(read).toThrow(StartError)
    expect(read).toThrow(`SECRET_KEY_FILE ${path} ${said}`)
    expect(read).not.toThrow(/hush/)
  }
})

test('what a file says is judged as if it stood in the environment', () => {
  const weak = file('weak', 'k'.repeat(64))
  const given = { ...others, ...secrets, SECRET_KEY: undefined, DATA_DIR: folder }
  expect(() => readEnv({ ...given, SECRET_KEY_FILE: weak })).toThrow(/^SECRET_KEY is too easy/)
})
