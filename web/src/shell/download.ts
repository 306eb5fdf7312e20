/** Delay until the object URL is revoked; the download must have started by then. */
const REVOKE_DELAY_MS = 10_000;

/** Downloads `content` as a file called `name`. */
export function download(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS);
}
