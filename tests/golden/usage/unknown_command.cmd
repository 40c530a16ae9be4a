try conut nets/max.json
try count-all nets/max.json
try cou nets/max.json
try Count nets/max.json
try COUNT nets/max.json
try HLEP
try help conut
try help count plot
try help --man count
