// The worker of the page: runs the tool once, on files in its memory.
//
// It is sent {module, words, files}: the compiled module, the arguments, and texts or bytes by the
// names of files. It sends {progress} while it runs, and at last {status, out, err, files}: what was
// printed, and the files that were written. To stop it, the page ends the worker.
'use strict';

// Calls back with each whole line.
function lines(call) {
  let bytes = [];
  const decoder = new TextDecoder();
  return code => {
    if (code !== null && code !== 10) {
      bytes.push(code);
      return;
    }
    call(decoder.decode(Uint8Array.from(bytes)));
    bytes = [];
  };
}

// An error that the page shows.
function fail(problem) {
  setTimeout(() => { throw problem; });
}

async function run({module, words, files}) {
  const out = [], err = [];
  const said = lines(line => {
    const progress = /^\d+ (of \d+ \w+|regions), /.test(line);
    if (progress) postMessage({progress: line});
    else err.push(line);
  });
  const tool = await createCrease({
    instantiateWasm(imports, receive) {
      WebAssembly.instantiate(module, imports).then(instance => receive(instance, module), fail);
      return {};
    },
    stdin: () => null,
    stdout: lines(line => out.push(line)),
    stderr: said,
  });
  tool.FS.mkdir('/files');
  tool.FS.chdir('/files');
  for (const [name, text] of Object.entries(files)) tool.FS.writeFile(name, text);
  let status;
  try {
    status = tool.callMain(words);
  } catch (problem) {
    status = 134;
    err.push(`crease: ended by ${problem.message || problem}`);
  }
  const written = {};
  for (const name of tool.FS.readdir('/files')) {
    if (name !== '.' && name !== '..' && !(name in files)) written[name] = tool.FS.readFile(name);
  }
  return {status, out: out.join('\n'), err: err.join('\n'), files: written};
}

onmessage = event => run(event.data).then(postMessage, fail);
