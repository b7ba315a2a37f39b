import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'

/** What is small is done at once; what is not takes its time. The last one from then on. */
const afterMs = [300, 500, 800, 1_500]

/** Follows what a job does while the page is seen: it is read anew a while after it was read. Without script a link or a reload does. */
export function useFollow(isRunning: boolean) {
  const { revalidate, state } = useRevalidator()
  const reads = useRef(0)
  useEffect(() => {
    if (!isRunning) reads.current = 0
    if (!isRunning || state !== 'idle') return
    const follow = () => {
      if (document.visibilityState !== 'visible') return
      reads.current += 1
      void revalidate()
    }
    const timer = setTimeout(follow, afterMs[Math.min(reads.current, afterMs.length - 1)])
    document.addEventListener('visibilitychange', follow)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', follow)
    }
  })
}
