import { expect, test } from 'vitest'
import { makeAdmission } from './admission.ts'

const open = () => {
  let ms = 0
  let held = 0
  const admission = makeAdmission(() => ms)
  const take = () => {
    let taken = 0
    while (admission.mayEnter()) {
      admission.enter()
      taken += 1
    }
    held += taken
    return taken
  }
  const answer = (many: number) => {
    for (let one = 0; one < many; one += 1) admission.leave()
    held -= many
  }
  return {
    admission,
    take,
    answer,
    answerAll: () => answer(held),
    pass: (time: number) => (ms += time),
  }
}

test('before anything is measured it takes on what a usual machine answers in the longest wait', () => {
  expect(open().take()).toBe(125)
})

test.each([
  [1_000, 500],
  [200, 100],
  [60, 64],
])('busy with %i a second it takes on %i at once', (perSecond, atOnce) => {
  const { take, answer, answerAll, pass } = open()
  take()
  // In small parts, so that always something is in hand.
  for (let part = 0; part < 60; part += 1) {
    pass(50)
    answer(perSecond / 20)
    take()
  }
  answerAll()
  expect(take()).toBe(atOnce)
})

test('a quiet second says nothing of what it can', () => {
  const { admission, take, pass } = open()
  for (let second = 0; second < 5; second += 1) {
    pass(1_000)
    admission.mayEnter()
    admission.enter()
    admission.leave()
  }
  expect(take()).toBe(125)
})

test('whatever takes forever, so much is still taken on', () => {
  const { admission, take, answer, pass } = open()
  take()
  for (let second = 0; second < 3; second += 1) {
    pass(1_000)
    expect(admission.mayEnter()).toBe(false)
  }
  answer(100)
  expect(take()).toBe(39)
})
