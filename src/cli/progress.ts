const width = 30
const everyMs = 100
const fewSteps = 20

export type Progress = { show: (done: number, total: number) => void; end: () => void }

/** Progress on stderr: a bar on a terminal, else a line per tenth, or only one at the end for short work. */
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
