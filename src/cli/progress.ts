const width = 30
const everyMs = 100
const fewSteps = 20

export type Progress = { show: (done: number, total: number) => void; end: () => void }

/**
 * Says how far a long command is, on standard error so that its output stays clean: a bar with numbers on a terminal, a plain
 * line for every tenth part elsewhere, or one at the end where a line would stand for a step or two.
 */
export function startProgress(what: string, stream: NodeJS.WriteStream = process.stderr): Progress {
  let shownAt = Number.NEGATIVE_INFINITY
  let tenths = 0
  let drawn = false
  return {
    show(done, total) {
      if (total <= 0) return
      const now = performance.now()
      if (stream.isTTY) {
        if (done < total && now - shownAt < everyMs) return
        shownAt = now
        drawn = true
        const filled = Math.floor((done / total) * width)
        stream.write(
          `\r${what} [${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${done}/${total}`,
        )
      } else if (done === total || (total > fewSteps && Math.floor((done * 10) / total) > tenths)) {
        tenths = Math.floor((done * 10) / total)
        stream.write(`${what} ${done}/${total}\n`)
      }
    },
    end() {
      if (drawn) stream.write('\n')
    },
  }
}
