// What a place to fetch from must offer. Checking the sum and installing are install.ts's, the same for every source.
export type Progress = (text: string) => void;

interface Download {
  archive: string;
  /** What the archive's SHA-256 must be. */
  sha256: string;
  /** Called only for an archive whose sum is right; the result is the path of the binary. */
  unpack(): Promise<string>;
}

export interface Source {
  /** As a person reads it in "could not be had from ...". */
  name: string;
  /** Leaves whatever it needs in `folder`, which is thrown away afterwards. */
  download(folder: string, onProgress: Progress): Promise<Download>;
}
