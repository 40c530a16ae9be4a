try help --man --completion=bash
try help count --completion=zsh
try help --completion=fish
try help --completion
try help cuont
