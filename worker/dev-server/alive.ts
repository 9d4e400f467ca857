// Whether a process exists. Its number may have been given to another one since.
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    // It is there, but somebody else's.
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
}
