// The worker of the page: runs the tool once, on files in its memory.
//
// It is sent {module}, the compiled module, which it makes ready, and then {words, files}: the
// arguments, and texts or bytes by the names of files. It sends {progress} while it runs, and at last
// {status, out, err, files}: what was printed, and the files that were written. To stop it, the page
// ends the worker.
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

const out = [], err = [];

// An error is kept until there is a command.
function prepare(module) {
  const said = lines(line => {
    const progress = /^\d+ (of \d+ \w+|regions), /.test(line);
    if (progress) postMessage({progress: line});
    else err.push(line);
  });
  return new Promise((done, failed) => {
    createCrease({
      instantiateWasm(imports, receive) {
        WebAssembly.instantiate(module, imports).then(instance => receive(instance, module), failed);
        return {};
      },
      stdin: () => null,
      stdout: lines(line => out.push(line)),
      stderr: said,
    }).then(done, failed);
  });
}

function run(tool, {words, files}) {
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

let ready;
onmessage = ({data}) => {
  if (data.module) ready = prepare(data.module);
  else ready.then(tool => postMessage(run(tool, data))).catch(fail);
};
