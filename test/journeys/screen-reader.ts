import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'

/** What Debian's packages firefox-esr, orca, speech-dispatcher, at-spi2-core, dbus and xvfb bring. */
const needed = {
  orca: '/usr/bin/orca',
  'speech-dispatcher': '/usr/bin/speech-dispatcher',
  'at-spi2-core': '/usr/libexec/at-spi-bus-launcher',
  'dbus-daemon': '/usr/bin/dbus-daemon',
  xvfb: '/usr/bin/Xvfb',
  'firefox-esr': '/usr/bin/firefox-esr',
}

export const missingForReader = (): string[] =>
  Object.entries(needed)
    .filter(([, path]) => !existsSync(path))
    .map(([name]) => name)

export type ScreenReader = {
  /** For a browser that it reads. */
  env: Record<string, string>
  /** What it has said since the last call, in its order. */
  said: () => string[]
  /** Waits until it says so; returns what it said up to then and until it is silent. */
  hears: (words: RegExp) => Promise<string[]>
  close: () => Promise<void>
}

/** Orca on a screen and a bus of its own, with a voice that makes no sound; what it says stands in its log. */
export async function startScreenReader(): Promise<ScreenReader> {
  const home = mkdtempSync(join(tmpdir(), 'zuspruch-reader-'))
  const log = join(home, 'orca.log')
  const children: ChildProcess[] = []
  const start = (path: string, args: string[], env: Record<string, string>, pipe = false) => {
    const child = spawn(path, args, {
      env: { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', pipe ? 'pipe' : 'ignore', 'ignore'],
    })
    children.push(child)
    return child
  }
  const firstLine = async (child: ChildProcess) =>
    String((await once(child.stdout!, 'data'))[0]).trim()

  mkdirSync(join(home, '.config/speech-dispatcher'), { recursive: true })
  writeFileSync(
    join(home, '.config/speech-dispatcher/speechd.conf'),
    'AddModule "dummy" "sd_dummy" ""\nDefaultModule dummy\n',
  )
  const runtime = join(home, 'run')
  mkdirSync(runtime, { mode: 0o700 })
  const screen = start(
    needed.xvfb,
    ['-displayfd', '1', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'],
    {},
    true,
  )
  const display = `:${await firstLine(screen)}`
  const bus = start(needed['dbus-daemon'], ['--session', '--nofork', '--print-address'], {}, true)
  const env = {
    DISPLAY: display,
    DBUS_SESSION_BUS_ADDRESS: await firstLine(bus),
    XDG_RUNTIME_DIR: runtime,
    HOME: home,
    GNOME_ACCESSIBILITY: '1',
    GTK_USE_PORTAL: '0',
  }
  start(needed['at-spi2-core'], ['--launch-immediately'], env)
  start(
    '/usr/bin/gsettings',
    ['set', 'org.gnome.desktop.interface', 'toolkit-accessibility', 'true'],
    env,
  )
  start(needed.orca, ['--debug', `--debug-file=${log}`], env)

  let read = 0
  const said = () => {
    const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : []
    const spoken = lines.flatMap((line) => /SPEECH OUTPUT: '(.*)'(?:\{.*)?$/.exec(line)?.[1] ?? [])
    const news = spoken.slice(read).map((text) => text.trim())
    read = spoken.length
    return news.filter((text) => text !== '')
  }
  const hears = async (words: RegExp) => {
    const heard: string[] = []
    const listen = () => {
      const news = said()
      heard.push(...news)
      return news.length
    }
    await expect
      .poll(() => (listen(), heard.join('\n')), { message: `says ${words}`, timeout: 60_000 })
      .toMatch(words)
    // Silent for a while.
    await expect.poll(listen, { intervals: [1_500], timeout: 60_000 }).toBe(0)
    return heard
  }
  const close = async () => {
    for (const child of children.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const ended = once(child, 'exit')
      child.kill()
      const late = setTimeout(() => child.kill('SIGKILL'), 5_000)
      await ended
      clearTimeout(late)
    }
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  await hears(/Screen reader on/).catch(async (error: unknown) => {
    await close()
    throw error
  })
  return { env, said, hears, close }
}
