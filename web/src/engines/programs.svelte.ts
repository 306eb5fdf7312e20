// The other engines that were added to the server, for all views that offer them.

import { call } from "../api/client";
import type { NewProgram, Program } from "../api/types";
import { about } from "../play/about.svelte";
import { fail } from "../shell/toasts.svelte";

/** Null until the server has told them. */
export const programs = $state<{ list: readonly Program[] | null }>({ list: null });

let isAsked = false;

/** Asks for them once, where they may be used at all; to be called where that is followed. */
export function followPrograms(): void {
  if (isAsked || !about.server?.programs) return;
  isAsked = true;
  call("get", "/api/v1/programs", {}).then((answer) => (programs.list = answer.programs), fail);
}

const others = (id: number) => (programs.list ?? []).filter((program) => program.id !== id);

export async function addProgram(body: NewProgram): Promise<Program> {
  const program = await call("post", "/api/v1/programs", { body });
  programs.list = [...others(program.id), program];
  return program;
}

export async function renameProgram(id: number, name: string): Promise<void> {
  const renamed = await call("put", "/api/v1/programs/{id}", { path: { id }, body: { name } });
  programs.list = (programs.list ?? []).map((program) => (program.id === id ? renamed : program));
}

export async function removeProgram(id: number): Promise<void> {
  await call("delete", "/api/v1/programs/{id}", { path: { id } });
  programs.list = others(id);
}
