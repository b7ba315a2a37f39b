import { afterEach, expect, test, vi } from 'vitest'
import { sendHeight } from './send-height.ts'

afterEach(() => void vi.unstubAllGlobals())

const frame = {
  origins: ['https://www.anbieter.example', 'https://aktion.example'],
  recommendUrl: null,
}

/** A page in a frame of `around` (undefined: the browser does not tell), whose content changes its height. */
function inFrame(around: string | undefined) {
  const told: [unknown, string][] = []
  let changed = (): void => {}
  let height = 0
  vi.stubGlobal('parent', { postMessage: (...said: [unknown, string]) => told.push(said) })
  vi.stubGlobal('location', around === undefined ? {} : { ancestorOrigins: [around] })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => {}
      constructor(tell: () => void) {
        changed = tell
      }
    },
  )
  sendHeight(frame, { getBoundingClientRect: () => ({ height }) } as Element)
  return {
    told,
    grow: (to: number) => {
      height = to
      changed()
    },
  }
}

test('the page around is told each new height, once, at its own origin', () => {
  const { told, grow } = inFrame('https://aktion.example')
  grow(800.2)
  grow(800.4)
  grow(1200)
  expect(told).toEqual([
    [{ type: 'zuspruch:height', height: 801 }, 'https://aktion.example'],
    [{ type: 'zuspruch:height', height: 1200 }, 'https://aktion.example'],
  ])
})

test('where the browser does not say whose page is around, the configured origins are told and nobody else', () => {
  const { told, grow } = inFrame(undefined)
  grow(500)
  expect(told.map(([, origin]) => origin)).toEqual(frame.origins)
})

test('a page of no configured origin is told nothing', () => {
  const { told, grow } = inFrame('https://boese.example')
  grow(500)
  expect(told).toEqual([])
})
